import { SLOT_MINUTES } from "./vocabulary.ts";

const MINUTE_MS = 60_000;
const SLOT_MS = SLOT_MINUTES * MINUTE_MS;
const MAX_BACK_OFF_MINUTES = 24 * 60;

/**
 * When a source is due again. After failures the interval doubles with each, up to 24 hours (or the
 * interval itself, where that is longer). Times are milliseconds since 1970. A source is never due
 * twice in one slot of the scheduler, and keeps its rhythm when it was run a little late or early.
 */
export function nextRun(
  { startedAt, dueAt }: { startedAt: number; dueAt: number },
  intervalMinutes: number,
  failures: number,
): number {
  const backedOff = Math.min(MAX_BACK_OFF_MINUTES, intervalMinutes * 2 ** Math.min(failures, 20));
  const wait = Math.max(intervalMinutes, backedOff) * MINUTE_MS;
  const inRhythm = dueAt + wait;
  const wasNearDue = Math.abs(startedAt - dueAt) < SLOT_MS;
  const next = wasNearDue && inRhythm > startedAt ? inRhythm : startedAt + wait;
  const nextSlot = (Math.floor(startedAt / SLOT_MS) + 1) * SLOT_MS;
  return Math.max(next, nextSlot);
}
