import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useDeferredValue, useId, useState } from "react";
import { sessionsQuery } from "../../api/sessions.ts";
import { counted } from "../../parts/counted.ts";
import controls from "../../parts/controls.module.css";
import { ErrorPane } from "../../parts/error-pane/error-pane.tsx";
import { VisibleText } from "../../parts/visible-text/visible-text.tsx";
import { formatDay } from "../../parts/when.ts";
import styles from "./dossiers.module.css";

const SHOWN = 20;

export interface PickedReport {
  session_id: string;
  title: string;
}

interface Props {
  /** Reports already chosen, or in the dossier. */
  chosen: readonly string[];
  onChoose: (report: PickedReport, isChosen: boolean) => void;
  /** The most reports that may be chosen. */
  most: number;
}

/** Searches analyzed reports, and selects some of them. */
export function ReportPicker({ chosen, onChoose, most }: Props) {
  const [search, setSearch] = useState("");
  const wanted = useDeferredValue(search.trim());
  const found = useQuery({
    ...sessionsQuery({
      status: "completed",
      limit: SHOWN,
      ...(wanted !== "" && { search: wanted }),
    }),
    placeholderData: keepPreviousData,
  });
  const id = useId();
  const isFull = chosen.length >= most;
  return (
    <div className={styles.picker}>
      <label htmlFor={id}>Find reports</label>
      <input
        id={id}
        type="search"
        className={controls.field}
        value={search}
        maxLength={100}
        placeholder="Title, file name or words of the summary"
        onChange={(event) => setSearch(event.target.value)}
      />
      {found.isError ? (
        <ErrorPane error={found.error} onRetry={() => void found.refetch()} />
      ) : null}
      <ul className={styles.found} aria-label="Reports found" aria-busy={found.isFetching}>
        {found.data?.items.map(({ session_id, title, created_at, technique_count: count }) => (
          <li key={session_id}>
            <label>
              <input
                type="checkbox"
                checked={chosen.includes(session_id)}
                disabled={isFull && !chosen.includes(session_id)}
                onChange={({ target }) => onChoose({ session_id, title }, target.checked)}
              />
              <span className={styles.title}>
                <VisibleText text={title} />
              </span>
              <span className={styles.quiet}>
                {counted(count, "technique")} · {formatDay(created_at)}
              </span>
            </label>
          </li>
        ))}
      </ul>
      <p role="status" className={styles.quiet}>
        {hintOf(found.data, isFull, most)}
      </p>
    </div>
  );
}

function hintOf(
  found: { items: readonly unknown[]; total: number } | undefined,
  isFull: boolean,
  most: number,
): string {
  if (found === undefined) return "";
  if (isFull) return `A dossier has at most ${most} reports.`;
  if (found.items.length === 0) return "No analyzed report has these words.";
  if (found.total > found.items.length) {
    return `The newest ${found.items.length} of ${found.total} reports. Type words to find others.`;
  }
  return "";
}
