/**
 * Parses a Retry-After header (RFC 9110, 10.2.3), a number or a date, to seconds between 1 and a day. Returns null
 * without one.
 */
export function readRetryAfter(header: string | null | undefined, now: string): number | null {
  const text = header?.trim() ?? "";
  const seconds = /^\d+$/.test(text) ? Number(text) : secondsUntil(text, now);
  return seconds === null ? null : Math.min(Math.max(Math.ceil(seconds), 1), 24 * 60 * 60);
}

function secondsUntil(date: string, now: string): number | null {
  // A date has a comma or a colon. Date.parse accepts almost anything.
  const time = /[,:]/.test(date) ? Date.parse(date) : Number.NaN;
  return Number.isNaN(time) ? null : (time - Date.parse(now)) / 1000;
}
