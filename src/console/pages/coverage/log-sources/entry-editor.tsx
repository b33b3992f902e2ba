import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Release } from "../../../api/attack.ts";
import { type LogSourceEntry, logSourcesQuery } from "../../../api/coverage.ts";
import controls from "../../../parts/controls.module.css";
import styles from "../coverage-page.module.css";

const MAX_NAME = 200;
const MAX_NOTE = 2000;

interface Props {
  entry: LogSourceEntry;
  isNew: boolean;
  release: Release;
  onSave: (entry: LogSourceEntry) => void;
  onClose: () => void;
}

/** One entry of the list: its name, channels, platforms, note and start date. */
export function EntryEditor({ entry, isNew, release, onSave, onClose }: Props) {
  const [now, setNow] = useState(entry);
  const change = (part: Partial<LogSourceEntry>) => setNow({ ...now, ...part });
  const known = useQuery(logSourcesQuery(release)).data ?? [];
  const sources = known.filter(({ name, components }) =>
    now.kind === "component"
      ? components.some((component) => component.name === now.name)
      : name === now.name,
  );
  const channels = sources.flatMap((source) => source.channels.flatMap((one) => one.channel ?? []));
  const platforms = [...new Set(sources.flatMap((source) => source.platforms))].sort();
  return (
    <form
      aria-label={isNew ? "New entry" : "Entry"}
      className={styles.item}
      onKeyDown={(event) => {
        if (event.key === "Escape") onClose();
      }}
      onSubmit={(event) => {
        event.preventDefault();
        if (now.name.trim() !== "") onSave({ ...now, name: now.name.trim() });
      }}
    >
      <NameAndDay entry={now} onChange={change} />
      {now.kind === "component" ? null : (
        <Choices
          legend="Channels: none chosen means all of it"
          other="Other channels, one a line"
          known={[...new Set(channels)]}
          chosen={now.channels}
          onChange={(next) => change({ channels: next })}
        />
      )}
      <Choices
        legend="Platforms: none chosen means all"
        other="Other platforms, one a line"
        known={platforms}
        chosen={now.platforms}
        onChange={(next) => change({ platforms: next })}
      />
      <label className={styles.grow}>
        Note
        <input
          className={controls.field}
          maxLength={MAX_NOTE}
          value={now.note}
          onChange={({ target }) => change({ note: target.value })}
        />
      </label>
      <div className={styles.line}>
        <button type="submit" className={controls.primary} disabled={now.name.trim() === ""}>
          {isNew ? "Add to the list" : "Change in the list"}
        </button>
        <button type="button" className={controls.button} onClick={onClose}>
          Close
        </button>
      </div>
    </form>
  );
}

interface NameProps {
  entry: LogSourceEntry;
  onChange: (part: Partial<LogSourceEntry>) => void;
}

function NameAndDay({ entry, onChange }: NameProps) {
  return (
    <div className={styles.line}>
      <label className={styles.grow}>
        {entry.kind === "component" ? "Data component" : "Log source"}
        <input
          autoFocus
          className={controls.field}
          maxLength={MAX_NAME}
          value={entry.name}
          onChange={({ target }) => onChange({ name: target.value })}
        />
      </label>
      <label>
        Collected since{" "}
        <input
          type="date"
          className={controls.field}
          value={entry.since ?? ""}
          onChange={({ target }) => onChange({ since: target.value || null })}
        />
      </label>
    </div>
  );
}

interface ChoicesProps {
  legend: string;
  other: string;
  /** The names in the release. */
  known: readonly string[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}

/** Checkboxes for the values in the release, and a field for others. */
function Choices({ legend, other, known, chosen, onChange }: ChoicesProps) {
  const others = chosen.filter((one) => !known.includes(one));
  const [text, setText] = useState<string | null>(null);
  const type = (typed: string) => {
    setText(typed);
    const lines = typed.split("\n").map((line) => line.trim());
    const own = [...new Set(lines)].filter((line) => line !== "" && !known.includes(line));
    onChange([...chosen.filter((one) => known.includes(one)), ...own]);
  };
  return (
    <fieldset className={styles.boxes}>
      <legend className={styles.quiet}>{legend}</legend>
      <div className={styles.boxList}>
        {known.map((one) => (
          <label key={one}>
            <input
              type="checkbox"
              checked={chosen.includes(one)}
              onChange={({ target }) =>
                onChange(target.checked ? [...chosen, one] : chosen.filter((kept) => kept !== one))
              }
            />{" "}
            {one}
          </label>
        ))}
      </div>
      <label className={styles.grow}>
        {other}
        <textarea
          className={controls.field}
          rows={2}
          spellCheck={false}
          value={text ?? others.join("\n")}
          onChange={({ target }) => type(target.value)}
        />
      </label>
    </fieldset>
  );
}
