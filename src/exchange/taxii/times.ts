/** RFC 3339 in UTC, as TAXII and STIX have it: to the second, and what is finer. */
const TIMESTAMP = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d+))?Z$/;
const MICROS = 1_000;
const DIGITS = 6;

/** Microseconds since 1970 of a timestamp, without what is finer; null for anything else. */
export function microsOf(text: string): number | null {
  const [, seconds, fraction = ""] = TIMESTAMP.exec(text) ?? [];
  const ms = Date.parse(`${seconds}Z`);
  if (seconds === undefined || Number.isNaN(ms)) return null;
  return ms * MICROS + Number(fraction.slice(0, DIGITS).padEnd(DIGITS, "0"));
}

/** A timestamp to the microsecond. */
export function timestampOf(micros: number): string {
  const text = new Date(Math.floor(micros / MICROS)).toISOString();
  return `${text.slice(0, -1)}${String(micros % MICROS).padStart(3, "0")}Z`;
}
