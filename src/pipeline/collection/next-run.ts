import { SLOT_MINUTES } from "./vocabulary.ts";

const MINUTE_MS = 60_000;
const SLOT_MS = SLOT_MINUTES * MINUTE_MS;
const MAX_BACK_OFF_MINUTES = 24 * 60;

/**
 * Returns when a source is due again. The interval doubles with each failure, up to 24 hours (or the interval
 * itself, if that is longer). Times are milliseconds since 1970. A source is never due twice in one scheduler slot,
 * and slightly late or early runs do not shift its schedule.
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
