import { useQueryClient } from "@tanstack/react-query";
import type { Analysis, Technique } from "../../../api/session.ts";
import controls from "../../../parts/controls.module.css";
import { describeChange, REVIEWS, subjectOf } from "../../../parts/review-queue/change.ts";
import { amendQueue, useQueue, type Waiting } from "../../../parts/review-queue/queue-store.ts";
import { sendQueue } from "../../../parts/review-queue/send-queue.ts";
import { when } from "../../../parts/when.ts";
import styles from "./queue-notice.module.css";

/** Changes that wait for the service, and those that it did not take, with what stands there now. */
export function QueueNotice({ stored }: { stored: Analysis }) {
  const queries = useQueryClient();
  const mine = useQueue().filter((entry) => entry.sessionId === stored.session_id);
  const late = mine.filter((entry) => entry.isLate && entry.refusal === null);
  const refused = mine.filter((entry) => entry.refusal !== null);
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
      {refused.map((entry) => (
        <Refused key={entry.id} entry={entry} stored={stored} />
      ))}
    </>
  );
}

function Refused({ entry, stored }: { entry: Waiting; stored: Analysis }) {
  const queries = useQueryClient();
  const id = subjectOf(entry.change);
  const now = stored.techniques.find(({ attack_id }) => attack_id === id);
  const sendAgain = () => {
    amendQueue((one) =>
      one.id === entry.id
        ? { ...one, refusal: null, isLate: false, seenAt: now?.changed_at ?? null }
        : one,
    );
    void sendQueue(queries);
  };
  return (
    <div role="alert" className={styles.refused}>
      <p>
        <strong>{id}</strong>: your change ({describeChange(entry.change)}) was not taken.{" "}
        {entry.refusal}
      </p>
      <p className={styles.now}>Now: {stateOf(now)}</p>
      <p className={styles.actions}>
        <button type="button" className={controls.button} onClick={sendAgain}>
          Send mine again
        </button>
        <button
          type="button"
          className={controls.button}
          onClick={() => amendQueue((one) => (one.id === entry.id ? null : one))}
        >
          Leave it as it is
        </button>
      </p>
    </div>
  );
}

function stateOf(technique: Technique | undefined): string {
  if (technique === undefined) return "the session does not have it.";
  const { review_status: review, note, changed_by: by, changed_at: at } = technique;
  const said = [
    REVIEWS[review].toLowerCase(),
    ...(note === "" ? [] : [`note “${note}”`]),
    ...(by === null ? [] : [`by ${by}, ${when(at)}`]),
  ];
  return `${said.join(", ")}.`;
}
