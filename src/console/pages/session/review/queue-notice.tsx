import { useQueryClient } from "@tanstack/react-query";
import type { StoredAnalysis, Technique } from "../../../api/session.ts";
import { ConflictNotice } from "../../../parts/conflict/conflict-notice.tsx";
import controls from "../../../parts/controls.module.css";
import { describeChange, REVIEWS, subjectOf } from "../../../parts/review-queue/change.ts";
import { amendQueue, useQueue, type Waiting } from "../../../parts/review-queue/queue-store.ts";
import { sendQueue } from "../../../parts/review-queue/send-queue.ts";
import { formatTime } from "../../../parts/when.ts";
import styles from "./queue-notice.module.css";

/** Changes that wait for the service, and those that it did not take, with what stands there now. */
export function QueueNotice({ stored }: { stored: StoredAnalysis }) {
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

function Refused({ entry, stored }: { entry: Waiting; stored: StoredAnalysis }) {
  const queries = useQueryClient();
  const id = subjectOf(entry.change);
  const { met } = entry;
  const now = stored.techniques.find(({ attack_id }) => attack_id === id);
  const sendAgain = () => {
    const seen = met === null ? (now ?? null) : (met.current as Technique | null);
    const { etag } = met ?? stored;
    amendQueue((one) =>
      one.id === entry.id ? { ...one, refusal: null, met: null, isLate: false, etag, seen } : one,
    );
    void sendQueue(queries);
  };
  const leave = () => amendQueue((one) => (one.id === entry.id ? null : one));
  if (met !== null) {
    const theirs = met.current as Technique | null;
    return (
      <ConflictNotice
        what={id}
        changedBy={theirs?.changed_by ?? met.changedBy}
        changedAt={theirs?.changed_at ?? met.changedAt}
        theirs={stateOf(theirs ?? undefined)}
        mine={mineOf(entry)}
        onKeep={leave}
        onApply={sendAgain}
      />
    );
  }
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
        <button type="button" className={controls.button} onClick={leave}>
          Leave it as it is
        </button>
      </p>
    </div>
  );
}

/** What this person wants, with the note in its words. */
function mineOf({ change }: Waiting): string {
  const note = change.kind === "change" ? change.body.note : undefined;
  return note === undefined || note === ""
    ? `${describeChange(change)}.`
    : `${describeChange(change)}: “${note}”.`;
}

function stateOf(technique: Technique | undefined): string {
  if (technique === undefined) return "the session does not have it.";
  const { review_status: review, note, changed_by: by, changed_at: at } = technique;
  const said = [
    REVIEWS[review].toLowerCase(),
    ...(note === "" ? [] : [`note “${note}”`]),
    ...(by === null ? [] : [`by ${by}, ${formatTime(at)}`]),
  ];
  return `${said.join(", ")}.`;
}
