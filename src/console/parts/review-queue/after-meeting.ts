import { newId } from "../../api/new-id.ts";
import type { MetState } from "../../api/problem.ts";
import type { Technique } from "../../api/session.ts";
import { type Change, subjectsOf } from "./change.ts";
import { isOwnChange } from "./own-changes.ts";
import type { Waiting } from "./queue-store.ts";

type Reviewing = Extract<Change, { kind: "review" }>;

/**
 * Returns what to do with a change that conflicts with a newer session state: send it again for that state,
 * except for techniques that someone else changed. For these, the person decides.
 */
export function afterMeeting(entry: Waiting, met: MetState, refusal: string): readonly Waiting[] {
  const { change } = entry;
  if (change.kind === "review") return splitReview(entry, change, met, refusal);
  return [isMet(entry, met) ? { ...entry, refusal, met } : { ...entry, etag: met.etag }];
}

/**
 * Splits a review: rows that nobody else changed are sent together, and the others are shown with their current
 * state.
 */
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

/** Returns the current state of the techniques in a conflict. */
export function techniquesOf({ current }: MetState): Technique[] {
  const list = Array.isArray(current) ? current : [current];
  return list.filter((one) => one !== null) as Technique[];
}

/** Returns whether someone else changed the subject of a change. */
function isMet({ sessionId, change, seen }: Waiting, met: MetState): boolean {
  const now = (met.current ?? null) as Technique | null;
  // An addition replaces nothing.
  if (change.kind === "add" && now === null) return false;
  const [subject = ""] = subjectsOf(change);
  return !isOwnChange(sessionId, subject, now) && saidOf(now) !== saidOf(seen);
}

/** Returns the manual decisions on a technique. */
function saidOf(technique: Technique | null): string {
  if (technique === null) return "";
  const { attack_id, tactic, confidence, evidence, passages, note, review_status } = technique;
  return JSON.stringify([attack_id, tactic, confidence, evidence, passages, note, review_status]);
}
