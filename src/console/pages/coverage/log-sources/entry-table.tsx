import type { LogSourceEntry } from "../../../api/coverage.ts";
import controls from "../../../parts/controls.module.css";
import tables from "../../../parts/table.module.css";
import { VisibleText } from "../../../parts/visible-text/visible-text.tsx";
import styles from "../coverage-page.module.css";

const MOST_CHANNELS = 6;

interface Props {
  entries: readonly LogSourceEntry[];
  /** Names that are not in the release. */
  unknown: readonly string[];
  mayChange: boolean;
  onEdit: (place: number, entry: LogSourceEntry) => void;
  onRemove: (place: number) => void;
}

/** The collected log sources. */
export function EntryTable({ entries, unknown, mayChange, onEdit, onRemove }: Props) {
  return (
    <table className={`${tables.table} ${styles.entries}`}>
      <thead>
        <tr>
          <th scope="col">Collected</th>
          <th scope="col">Channels</th>
          <th scope="col" className={styles.wide}>
            Platforms
          </th>
          <th scope="col" className={styles.wide}>
            Since
          </th>
          {mayChange ? <th scope="col">Actions</th> : null}
        </tr>
      </thead>
      <tbody>
        {entries.map((entry, place) => (
          <EntryRow
            key={`${entry.kind} ${entry.name} ${entry.channels.join()} ${entry.platforms.join()}`}
            entry={entry}
            isUnknown={unknown.includes(entry.name)}
            mayChange={mayChange}
            onEdit={() => onEdit(place, entry)}
            onRemove={() => onRemove(place)}
          />
        ))}
      </tbody>
    </table>
  );
}

interface RowProps {
  entry: LogSourceEntry;
  isUnknown: boolean;
  mayChange: boolean;
  onEdit: () => void;
  onRemove: () => void;
}

function EntryRow({ entry, isUnknown, mayChange, onEdit, onRemove }: RowProps) {
  return (
    <tr>
      <th scope="row" className={styles.entry}>
        <Text text={entry.name} />
        {entry.kind === "component" ? <span className={styles.below}>Data component</span> : null}
        {isUnknown ? <span className={styles.warning}> Not in the release</span> : null}
        <Narrow entry={entry} />
        {[...entry.products, entry.note].filter(Boolean).map((text) => (
          <span key={text} className={styles.below}>
            <Text text={text} />
          </span>
        ))}
      </th>
      <td className={styles.entry}>
        <Channels channels={entry.channels} />
      </td>
      <td className={styles.wide}>{entry.platforms.join(", ") || "All"}</td>
      <td className={`${styles.wide} ${styles.day}`}>{entry.since ?? ""}</td>
      {mayChange ? (
        <td>
          <span className={styles.acts}>
            <button
              type="button"
              className={controls.button}
              aria-label={`Edit ${entry.name}`}
              onClick={onEdit}
            >
              Edit
            </button>
            <button
              type="button"
              className={controls.button}
              aria-label={`Remove ${entry.name}`}
              onClick={onRemove}
            >
              Remove
            </button>
          </span>
        </td>
      ) : null}
    </tr>
  );
}

/** Details that have separate columns on wide screens. */
function Narrow({ entry: { platforms, since } }: { entry: LogSourceEntry }) {
  return (
    <span className={`${styles.below} ${styles.narrow}`}>
      {platforms.join(", ") || "All platforms"}
      {since === null ? "" : `, since ${since}`}
    </span>
  );
}

function Text({ text }: { text: string }) {
  return (
    <bdi>
      <VisibleText text={text} />
    </bdi>
  );
}

function Channels({ channels }: { channels: readonly string[] }) {
  if (channels.length === 0) return <span className={styles.quiet}>All of it</span>;
  const rest = channels.length - MOST_CHANNELS;
  return (
    <>
      <Text text={channels.slice(0, MOST_CHANNELS).join("; ")} />
      {rest > 0 ? <span className={styles.quiet}> and {rest} more</span> : null}
    </>
  );
}
