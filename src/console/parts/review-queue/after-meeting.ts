import { newId } from "../../api/new-id.ts";
import type { MetState } from "../../api/problem.ts";
import type { Technique } from "../../api/session.ts";
import { type Change, subjectsOf } from "./change.ts";
import { isOwnChange } from "./own-changes.ts";
import type { Waiting } from "./queue-store.ts";

type Reviewing = Extract<Change, { kind: "review" }>;

/**
 * What becomes of a change that met another state of the session: it is sent again for that state,
 * except for techniques that somebody else changed. These wait for the person to decide.
 */
export function afterMeeting(entry: Waiting, met: MetState, refusal: string): readonly Waiting[] {
  const { change } = entry;
  if (change.kind === "review") return splitReview(entry, change, met, refusal);
  return [isMet(entry, met) ? { ...entry, refusal, met } : { ...entry, etag: met.etag }];
}

/** Rows that nobody else changed go on together; the others are shown with what they are now. */
function splitReview(
  entry: Waiting,
  change: Reviewing,
  met: MetState,
  refusal: string,
): readonly Waiting[] {
  const now = new Map(techniquesOf(met).map((one) => [one.attack_id, one]));
  const [taken, free] = partition(change.rows, ({ attackId, from }) => {
    const one = now.get(attackId) ?? null;
    return one?.review_status !== from && !isOwnChange(entry.sessionId, attackId, one);
  });
  const { etag } = met;
  return [
    ...(free.length === 0 ? [] : [{ ...entry, etag, change: { ...change, rows: free } }]),
    ...(taken.length === 0
      ? []
      : [{ ...entry, id: newId(), change: { ...change, rows: taken }, refusal, met }]),
  ];
}

function partition<T>(list: readonly T[], is: (one: T) => boolean): [T[], T[]] {
  return [list.filter(is), list.filter((one) => !is(one))];
}

/** The techniques that a change met, as they are now. */
export function techniquesOf({ current }: MetState): Technique[] {
  const list = Array.isArray(current) ? current : [current];
  return list.filter((one) => one !== null) as Technique[];
}

/** Whether somebody else changed what a change is about. */
function isMet({ sessionId, change, seen }: Waiting, met: MetState): boolean {
  const now = (met.current ?? null) as Technique | null;
  // What is added takes nothing's place.
  if (change.kind === "add" && now === null) return false;
  const [subject = ""] = subjectsOf(change);
  return !isOwnChange(sessionId, subject, now) && saidOf(now) !== saidOf(seen);
}

/** What people say of a technique. */
function saidOf(technique: Technique | null): string {
  if (technique === null) return "";
  const { attack_id, tactic, confidence, evidence, passages, note, review_status } = technique;
  return JSON.stringify([attack_id, tactic, confidence, evidence, passages, note, review_status]);
}
