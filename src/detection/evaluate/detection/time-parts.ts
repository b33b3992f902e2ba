import type { FieldValue } from "../events/field-value.ts";

/** Parts of a date that a rule may match (Sigma modifiers appendix 2.1.0, "Time Modifiers"). */
export const TIME_PARTS = ["minute", "hour", "day", "week", "month", "year"] as const;
export type TimePart = (typeof TIME_PARTS)[number];

const DATE = /^\s*(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2}))?/;

/**
 * Returns a part of a date as written, ignoring its time zone. Numbers are seconds or milliseconds since the Unix
 * epoch. Returns null if the value is not a date or lacks the part.
 */
export function timePartOf(part: TimePart, value: FieldValue): number | null {
  const { text } = value;
  const written = DATE.exec(text)?.slice(1).map(Number);
  const [year = 0, month = 0, day = 0, hour, minute] = written ?? fromEpoch(text) ?? [];
  if (year === 0) return null;
  if (part === "week") return weekOf(year, month, day);
  const found = { minute, hour, day, month, year }[part];
  return found === undefined || Number.isNaN(found) ? null : found;
}

/** Seconds have ten digits from 2001 to 2286, milliseconds three more. */
function fromEpoch(text: string): number[] | null {
  if (!/^\d{10}(?:\d{3})?(?:\.\d+)?$/.test(text)) return null;
  const [whole = ""] = text.split(".");
  const date = new Date(Number(text) * (whole.length === 10 ? 1_000 : 1));
  return [
    date.getUTCFullYear(),
    date.getUTCMonth() + 1,
    date.getUTCDate(),
    date.getUTCHours(),
    date.getUTCMinutes(),
  ];
}

const DAY = 86_400_000;

/** Returns the ISO 8601 week. The first week contains the year's first Thursday. */
function weekOf(year: number, month: number, day: number): number {
  const date = Date.UTC(year, month - 1, day);
  const weekday = (new Date(date).getUTCDay() + 6) % 7;
  const thursday = date + (3 - weekday) * DAY;
  const first = Date.UTC(new Date(thursday).getUTCFullYear(), 0, 1);
  return 1 + Math.floor((thursday - first) / (7 * DAY));
}
