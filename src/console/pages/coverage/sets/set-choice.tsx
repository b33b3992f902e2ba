import { counted } from "../../../parts/counted.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { techniquesQuery } from "../../../api/attack.ts";
import type { CoverageSet } from "../../../api/coverage.ts";
import controls from "../../../parts/controls.module.css";
import { ReleasePicker } from "../../../parts/release-picker/release-picker.tsx";
import { VisibleText } from "../../../parts/visible-text/visible-text.tsx";
import styles from "../coverage-page.module.css";
import { type CoverageChange, type CoverageSearch, listOf, SET_NAMES, toggled } from "../search.ts";
import { SET_KINDS } from "../words.ts";
import { AddSet } from "./add-set.tsx";

interface Props {
  search: CoverageSearch;
  /** As named by the service; empty until it has responded. */
  sets: readonly CoverageSet[];
  onChange: (change: CoverageChange) => void;
}

/** The coverage query: sets of techniques, platforms, how much data is enough, the release. */
export function SetChoice({ search, sets, onChange }: Props) {
  const { domain, version } = search;
  return (
    <section aria-label="What is asked" className={styles.asked}>
      <Chosen search={search} sets={sets} onChange={onChange} />
      <div className={styles.line}>
        <AddSet search={search} onChange={onChange} />
        <Platforms search={search} onChange={onChange} />
        <label>
          Data counts if{" "}
          <select
            className={controls.field}
            value={search.demand ?? "any"}
            onChange={({ target }) =>
              onChange({ demand: target.value === "all" ? "all" : undefined })
            }
          >
            <option value="any">some of it is collected</option>
            <option value="all">all of it is collected</option>
          </select>
        </label>
        <ReleasePicker
          domain={domain}
          version={version}
          onChange={(release) => onChange({ ...release, technique: undefined, tactic: undefined })}
        />
      </div>
    </section>
  );
}

function Chosen({ search, sets, onChange }: Props) {
  const chosen = SET_NAMES.flatMap((name) =>
    (name === "technique_ids" && search[name] !== undefined
      ? [search[name]]
      : listOf(search[name])
    ).map((id) => ({ name, id })),
  );
  if (chosen.length === 0) {
    return (
      <p className={styles.quiet}>
        All techniques of the release. Add a report, a group or another set to see only its
        techniques.
      </p>
    );
  }
  return (
    <ul aria-label="Techniques of" className={styles.chips}>
      {chosen.map(({ name, id }) => {
        const kind = SET_KINDS[name];
        const set = sets.find((one) => one.kind === kind.kind && (one.id ?? search[name]) === id);
        const shown = set?.name ?? (name === "technique_ids" ? listOf(id).join(", ") : id);
        const rest = name === "technique_ids" ? undefined : toggled(search[name], id);
        return (
          <li key={`${name} ${id}`} className={styles.chip}>
            <span className={styles.quiet}>{kind.name}</span>{" "}
            <bdi>
              <VisibleText text={shown} />
            </bdi>
            {set === undefined ? null : (
              <span className={styles.quiet}> · {counted(set.technique_count, "technique")}</span>
            )}
            <button
              type="button"
              className={controls.plain}
              aria-label={`Take off: ${kind.name} ${shown}`}
              onClick={() => onChange({ [name]: rest, technique: undefined })}
            >
              ×
            </button>
          </li>
        );
      })}
    </ul>
  );
}

function Platforms({ search, onChange }: Omit<Props, "sets">) {
  const { domain, version, platforms } = search;
  const [isOpen, setIsOpen] = useState(false);
  const known = useQuery({ ...techniquesQuery({ domain, version }), enabled: isOpen }).data ?? [];
  const chosen = listOf(platforms);
  const all = [...new Set([...known.flatMap((one) => one.platforms), ...chosen])].sort();
  return (
    <details
      className={styles.several}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary>Platforms: {chosen.length === 0 ? "any" : chosen.join(", ")}</summary>
      <fieldset className={styles.choices}>
        <legend className={styles.quiet}>Platforms</legend>
        {all.map((name) => (
          <label key={name}>
            <input
              type="checkbox"
              checked={chosen.includes(name)}
              onChange={() => onChange({ platforms: toggled(platforms, name) })}
            />
            {name}
          </label>
        ))}
      </fieldset>
    </details>
  );
}
