import { useQueryClient } from "@tanstack/react-query";
import type { StoredAnalysis, Technique } from "../../../api/session.ts";
import { ConflictNotice } from "../../../parts/conflict/conflict-notice.tsx";
import controls from "../../../parts/controls.module.css";
import { techniquesOf } from "../../../parts/review-queue/after-meeting.ts";
import {
  type Change,
  describeChange,
  nameSubjects,
  REVIEWS,
  subjectsOf,
} from "../../../parts/review-queue/change.ts";
import { amendQueue, type Waiting } from "../../../parts/review-queue/queue-store.ts";
import { sendQueue } from "../../../parts/review-queue/send-queue.ts";
import { formatTime } from "../../../parts/when.ts";
import styles from "./queue-notice.module.css";

/** A change that the service did not save, with the current state. */
export function Refused({ entry, stored }: { entry: Waiting; stored: StoredAnalysis }) {
  const queries = useQueryClient();
  const { met, change } = entry;
  const what = nameSubjects(change);
  const subjects = new Set(subjectsOf(change));
  const now = stored.techniques.filter(({ attack_id: id }) => subjects.has(id));
  const sendAgain = () => {
    const { etag } = met ?? stored;
    const again = lookedAtAgain(entry, met === null ? now : techniquesOf(met));
    amendQueue((one) =>
      one.id === entry.id ? { ...again, refusal: null, met: null, isLate: false, etag } : one,
    );
    void sendQueue(queries);
  };
  const leave = () => amendQueue((one) => (one.id === entry.id ? null : one));
  if (met !== null) {
    const theirs = techniquesOf(met);
    const [first] = theirs;
    return (
      <ConflictNotice
        what={what}
        changedBy={first?.changed_by ?? met.changedBy}
        changedAt={first?.changed_at ?? met.changedAt}
        theirs={statesOf(change, theirs)}
        mine={mineOf(entry)}
        onKeep={leave}
        onApply={sendAgain}
      />
    );
  }
  return (
    <div role="alert" className={styles.refused}>
      <p>
        <strong>{what}</strong>: your change ({describeChange(change)}) is not saved.{" "}
        {entry.refusal}
      </p>
      <p className={styles.now}>Now: {statesOf(change, now)}</p>
      <p className={styles.actions}>
        <button type="button" className={controls.button} onClick={sendAgain}>
          Try again
        </button>
        <button type="button" className={controls.button} onClick={leave}>
          Discard my change
        </button>
      </p>
    </div>
  );
}

/** Returns the same change, based on the current techniques that the person has seen. */
function lookedAtAgain(entry: Waiting, now: readonly Technique[]): Waiting {
  const { change } = entry;
  if (change.kind !== "review") return { ...entry, seen: now[0] ?? null };
  const statuses = new Map(now.map((one) => [one.attack_id, one.review_status]));
  const rows = change.rows.flatMap(({ attackId }) => {
    const from = statuses.get(attackId);
    return from === undefined ? [] : [{ attackId, from }];
  });
  return { ...entry, change: { ...change, rows } };
}

/** Describes the current state of each technique in a change. */
function statesOf(change: Change, now: readonly Technique[]): string {
  if (change.kind !== "review") return stateOf(now[0]);
  return change.rows
    .map(({ attackId }) => `${attackId}: ${stateOf(now.find((one) => one.attack_id === attackId))}`)
    .join(" ");
}

/** Describes this person's change, with the text of a note. */
function mineOf({ change }: Waiting): string {
  const note = change.kind === "change" ? change.body.note : undefined;
  return note === undefined || note === ""
    ? `${describeChange(change)}.`
    : `${describeChange(change)}: “${note}”.`;
}

function stateOf(technique: Technique | undefined): string {
  if (technique === undefined) return "the report does not have it.";
  const { review_status: review, note, changed_by: by, changed_at: at } = technique;
  const said = [
    REVIEWS[review].toLowerCase(),
    ...(note === "" ? [] : [`note “${note}”`]),
    ...(by === null ? [] : [`by ${by}, ${formatTime(at)}`]),
  ];
  return `${said.join(", ")}.`;
}
