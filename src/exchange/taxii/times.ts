/** RFC 3339 in UTC, as used by TAXII and STIX: to the second, and an optional fraction. */
const TIMESTAMP = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d+))?Z$/;
const MICROS = 1_000;
const DIGITS = 6;

/**
 * Converts a timestamp to microseconds since the Unix epoch, truncating finer digits. Returns null for an invalid one.
 */
export function microsOf(text: string): number | null {
  const [, seconds, fraction = ""] = TIMESTAMP.exec(text) ?? [];
  const ms = Date.parse(`${seconds}Z`);
  if (seconds === undefined || Number.isNaN(ms)) return null;
  return ms * MICROS + Number(fraction.slice(0, DIGITS).padEnd(DIGITS, "0"));
}

/** Formats a timestamp to the microsecond. */
export function timestampOf(micros: number): string {
  const text = new Date(Math.floor(micros / MICROS)).toISOString();
  return `${text.slice(0, -1)}${String(micros % MICROS).padStart(3, "0")}Z`;
}
