import { useMemo, useState } from "react";
import type { Schema } from "../../api/client.ts";
import type { NamedRelease } from "../../api/attack.ts";
import { counted } from "../../parts/counted.ts";
import { domainName } from "../../parts/release-name.ts";
import type { Column, Tactic } from "./grid/build-columns.ts";
import { shownIds } from "./layers/shown-ids.ts";
import styles from "./matrix-page.module.css";
import type { Scores } from "./overlays/combine-scores.ts";
import { LAYOUTS, type MatrixChange, type MatrixSearch } from "./search.ts";

interface Props {
  search: MatrixSearch;
  release: NamedRelease;
  releases: readonly Schema<"ReleaseVersion">[];
  tactics: readonly Tactic[];
  platforms: readonly string[];
  /** The scores of techniques by the overlays; null without overlays. */
  scores: Scores | null;
  /** After filtering. */
  columns: readonly Column[];
  onChange: (change: MatrixChange) => void;
}

/** The choice of the matrix, and its filters. */
export function Toolbar(props: Props) {
  const { search, release, releases, tactics, platforms, scores, columns, onChange } = props;
  const count = useMemo(() => shownIds(columns, null).length, [columns]);
  const scored = useMemo(() => shownIds(columns, scores).length, [columns, scores]);
  return (
    <div className={styles.title}>
      <ReleaseChoice release={release} releases={releases} onChange={onChange} />
      <SearchBox search={search.search ?? ""} onChange={onChange} />
      <Choice
        label="Platform"
        value={search.platform}
        options={platforms.map((name) => ({ value: name, name }))}
        onChoose={(platform) => onChange({ platform })}
      />
      <Choice
        label="Tactic"
        value={search.tactic}
        options={tactics.map(({ shortname, name }) => ({ value: shortname, name }))}
        onChoose={(tactic) => onChange({ tactic })}
      />
      <Switch
        label="Sub-techniques"
        isOn={search.open}
        onSet={(open) => onChange({ open, except: undefined })}
      />
      {scores === null ? null : (
        <Switch
          label="Scored only"
          isOn={search.scored}
          onSet={(only) => onChange({ scored: only })}
        />
      )}
      <LayoutChoice layout={search.layout} onChange={onChange} />
      <span role="status" className={styles.count}>
        {counted(count, "technique")}
        {scores === null ? "" : `, ${scored} scored`}
      </span>
    </div>
  );
}

/** Typed text appears immediately; the matrix and the address follow. */
function SearchBox({ search, onChange }: { search: string; onChange: Props["onChange"] }) {
  const [typed, setTyped] = useState(search);
  const [known, setKnown] = useState(search);
  // The address changed by itself: back, or a link.
  if (known !== search) {
    setKnown(search);
    if (typed.trim() !== search) setTyped(search);
  }
  return (
    <input
      type="search"
      className={styles.search}
      aria-label="Search techniques by ID or name"
      placeholder="Search techniques"
      value={typed}
      onChange={({ target }) => {
        setTyped(target.value);
        onChange({ search: target.value.trim() || undefined });
      }}
    />
  );
}

function ReleaseChoice({
  release,
  releases,
  onChange,
}: Pick<Props, "release" | "releases" | "onChange">) {
  const domains = [...new Set(releases.map(({ domain }) => domain))];
  const versions = releases.filter(({ domain }) => domain === release.domain);
  return (
    <>
      <select
        aria-label="Domain"
        value={release.domain}
        onChange={({ target }) =>
          onChange({
            domain: target.value,
            version: undefined,
            tactic: undefined,
            platform: undefined,
            technique: undefined,
            except: undefined,
          })
        }
      >
        {domains.map((one) => (
          <option key={one} value={one}>
            {domainName(one)}
          </option>
        ))}
      </select>
      <select
        aria-label="Release"
        value={release.version}
        onChange={({ target }) => onChange({ version: target.value, tactic: undefined })}
      >
        {versions.map(({ version, is_current }) => (
          <option key={version} value={version}>
            {is_current ? `${version} (current)` : version}
          </option>
        ))}
      </select>
    </>
  );
}

interface ChoiceProps {
  label: string;
  value: string | undefined;
  options: readonly { value: string; name: string }[];
  onChoose: (value: string | undefined) => void;
}

function Choice({ label, value = "", options, onChoose }: ChoiceProps) {
  return (
    <select
      aria-label={label}
      className={styles.choice}
      value={value}
      onChange={({ target }) => onChoose(target.value || undefined)}
    >
      <option value="">{`All ${label.toLowerCase()}s`}</option>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.name}
        </option>
      ))}
    </select>
  );
}

const LAYOUT_NAMES = { names: "Names", compact: "IDs", mini: "Mini" } as const;

/** How much of each technique is written. Mini fits the whole matrix on a screen. */
function LayoutChoice({
  layout = "names",
  onChange,
}: {
  layout: MatrixSearch["layout"] | "names";
  onChange: Props["onChange"];
}) {
  return (
    <select
      aria-label="Layout"
      value={layout}
      onChange={({ target }) => onChange({ layout: LAYOUTS.find((one) => one === target.value) })}
    >
      {Object.entries(LAYOUT_NAMES).map(([value, name]) => (
        <option key={value} value={value}>
          {name}
        </option>
      ))}
    </select>
  );
}

interface SwitchProps {
  label: string;
  isOn: true | undefined;
  onSet: (isOn: true | undefined) => void;
}

function Switch({ label, isOn, onSet }: SwitchProps) {
  return (
    <label>
      <input
        type="checkbox"
        checked={isOn === true}
        onChange={({ target }) => onSet(target.checked ? true : undefined)}
      />{" "}
      {label}
    </label>
  );
}
