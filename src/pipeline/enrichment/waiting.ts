/** So soon somebody who waits looks whether the wait is over. */
export const LOOK_SECONDS = 0.2;
const MAX_LOOK_SECONDS = 0.5;

/** Pauses between looks, first short and then longer: each look is a query, of which there are few. */
export function* lookPauses(): Generator<number, never, void> {
  for (let pause = LOOK_SECONDS; ; pause = Math.min(MAX_LOOK_SECONDS, pause * 1.5)) yield pause;
}

/** How long a caller waits for servers that ask for it; what is used is taken off. */
export interface Patience {
  /** Longest single wait, in seconds. */
  longest: number;
  /** All waits together, in seconds. */
  left: number;
}

/** For callers who want an answer at once. */
export const NO_PATIENCE: Readonly<Patience> = { longest: 0, left: 0 };

/** The seconds to wait for a time, taken off the patience; null when that is too long. */
export function spendPatience(patience: Patience, now: string, until: string): number | null {
  const seconds = Math.max(0, (Date.parse(until) - Date.parse(now)) / 1000) + LOOK_SECONDS;
  if (seconds > Math.min(patience.longest, patience.left)) return null;
  patience.left -= seconds;
  return seconds;
}
