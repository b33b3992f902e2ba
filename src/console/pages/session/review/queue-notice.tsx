import { useQueryClient } from "@tanstack/react-query";
import type { StoredAnalysis } from "../../../api/session.ts";
import controls from "../../../parts/controls.module.css";
import { subjectOf } from "../../../parts/review-queue/change.ts";
import { useQueue, type Waiting } from "../../../parts/review-queue/queue-store.ts";
import { sendQueue } from "../../../parts/review-queue/send-queue.ts";
import { Refused } from "./refused.tsx";
import styles from "./queue-notice.module.css";

interface Props {
  stored: StoredAnalysis;
  /** Techniques with a row, which shows a conflict about them itself. */
  shown: ReadonlySet<string>;
  onChoose: (attackId: string) => void;
}

/** Changes that wait for the service, and those that it did not take, with what is there now. */
export function QueueNotice({ stored, shown, onChoose }: Props) {
  const queries = useQueryClient();
  const mine = useQueue().filter((entry) => entry.sessionId === stored.session_id);
  const late = mine.filter((entry) => entry.isLate && entry.refusal === null);
  const isInRow = ({ met, change }: Waiting) => met !== null && shown.has(subjectOf(change));
  const all = mine.filter((entry) => entry.refusal !== null);
  const refused = all.filter((entry) => !isInRow(entry));
  const inRows = [...new Set(all.filter(isInRow).map(({ change }) => subjectOf(change)))];
  return (
    <>
      {late.length === 0 ? null : (
        <p role="status" className={styles.notice}>
          {late.length === 1 ? "One change waits" : `${late.length} changes wait`} for the service
          to answer; nothing is lost.
          <button type="button" className={controls.button} onClick={() => void sendQueue(queries)}>
            Send now
          </button>
        </p>
      )}
      {inRows.length === 0 ? null : (
        <p role="status" className={styles.notice}>
          Others changed what you changed:
          {inRows.map((id) => (
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
