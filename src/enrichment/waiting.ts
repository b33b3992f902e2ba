/** How often somebody who waits looks whether the wait is over. */
export const LOOK_SECONDS = 0.2;

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

/** Seconds that a Retry-After header (RFC 9110, 10.2.3) asks to wait, 1 to a day; null without one. */
export function readRetryAfter(header: string | null, now: string): number | null {
  const text = header?.trim() ?? "";
  const seconds = /^\d+$/.test(text) ? Number(text) : secondsUntil(text, now);
  return seconds === null ? null : Math.min(Math.max(Math.ceil(seconds), 1), 24 * 60 * 60);
}

function secondsUntil(date: string, now: string): number | null {
  // A date has a comma or a colon; Date.parse takes nearly anything for one.
  const time = /[,:]/.test(date) ? Date.parse(date) : Number.NaN;
  return Number.isNaN(time) ? null : (time - Date.parse(now)) / 1000;
}
