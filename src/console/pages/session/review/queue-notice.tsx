import { useQueryClient } from "@tanstack/react-query";
import type { StoredAnalysis } from "../../../api/session.ts";
import controls from "../../../parts/controls.module.css";
import { subjectsOf } from "../../../parts/review-queue/change.ts";
import { useQueue, type Waiting } from "../../../parts/review-queue/queue-store.ts";
import { sendQueue } from "../../../parts/review-queue/send-queue.ts";
import { Refused } from "./refused.tsx";
import styles from "./queue-notice.module.css";

interface Props {
  stored: StoredAnalysis;
  /** Techniques with a row, which shows their conflicts itself. */
  shown: ReadonlySet<string>;
  onChoose: (attackId: string) => void;
}

/** Changes waiting for the service, and those that it rejected, with the current state. */
export function QueueNotice({ stored, shown, onChoose }: Props) {
  const queries = useQueryClient();
  const mine = useQueue().filter((entry) => entry.sessionId === stored.session_id);
  const late = mine.filter((entry) => entry.isLate && entry.refusal === null);
  const all = mine.filter((entry) => entry.refusal !== null);
  const rowOf = (entry: Waiting) => (entry.met === null ? undefined : shownRow(entry, shown));
  const refused = all.filter((entry) => rowOf(entry) === undefined);
  const inRows = new Set(all.flatMap((entry) => rowOf(entry) ?? []));
  return (
    <>
      {late.length === 0 ? null : (
        <p role="status" className={styles.notice}>
          {late.length === 1 ? "1 change waits" : `${late.length} changes wait`} for the service to
          answer. Nothing is lost.
          <button type="button" className={controls.button} onClick={() => void sendQueue(queries)}>
            Send now
          </button>
        </p>
      )}
      {inRows.size === 0 ? null : (
        <p role="status" className={styles.notice}>
          Others changed what you changed:
          {[...inRows].map((id) => (
            <button key={id} type="button" className={controls.button} onClick={() => onChoose(id)}>
              Compare {id}
            </button>
          ))}
        </p>
      )}
      {refused.map((entry) => (
        <Refused key={entry.id} entry={entry} stored={stored} />
      ))}
    </>
  );
}

/** Returns the row that shows a conflict: that of the first of its techniques with a row. */
export function shownRow({ change }: Waiting, shown: ReadonlySet<string>): string | undefined {
  return subjectsOf(change).find((id) => shown.has(id));
}
