import type { Span } from "../sessions/subjects/trend-store.ts";
import type { PeriodLength } from "../sessions/subjects/vocabulary.ts";

/** Maximum periods that are useful in a chart. */
export const MAX_PERIODS = 120;

/** Default number of periods. */
const DEFAULT_PERIODS = 12;
const DAY_MS = 24 * 60 * 60 * 1000;

/** A time span, divided into periods. */
export interface PeriodPlan extends Span {
  /** The preceding span with the same number of days. */
  before: Span;
  periods: Span[];
}

/**
 * Divides a span into weeks from Monday, calendar months or years. The first period is whole, and the last one ends
 * with the span. Without a start, the span has the last twelve periods.
 * @param until the last day, such as `2026-11-22`
 * @returns null for a span that ends before it starts, or has more than `MAX_PERIODS`
 */
export function planPeriods(
  by: PeriodLength,
  since: string | undefined,
  until: string,
): PeriodPlan | null {
  const starts = since === undefined ? lastStarts(by, until) : startsFrom(by, since, until);
  const [first] = starts;
  if (first === undefined || starts.length > MAX_PERIODS) return null;
  const days = daysBetween(first, until) + 1;
  return {
    since: first,
    until,
    before: { since: addDays(first, -days), until: addDays(first, -1) },
    periods: starts.map((start, place) => ({
      since: start,
      until: place === starts.length - 1 ? until : addDays(nextStart(by, start), -1),
    })),
  };
}

function lastStarts(by: PeriodLength, until: string): string[] {
  const starts = [startOf(by, until)];
  while (starts.length < DEFAULT_PERIODS) {
    starts.unshift(startOf(by, addDays(starts[0] ?? until, -1)));
  }
  return starts;
}

/** Returns the starts of periods, at most one more than allowed. Empty if the end is before the start. */
function startsFrom(by: PeriodLength, since: string, until: string): string[] {
  if (since > until) return [];
  const starts = [startOf(by, since)];
  while (starts.length <= MAX_PERIODS) {
    const next = nextStart(by, starts.at(-1) ?? until);
    if (next > until) break;
    starts.push(next);
  }
  return starts;
}

/** Returns the first day of the period that contains a day. */
function startOf(by: PeriodLength, day: string): string {
  if (by === "year") return `${day.slice(0, 4)}-01-01`;
  if (by === "month") return `${day.slice(0, 7)}-01`;
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return addDays(day, -((weekday + 6) % 7));
}

/** Upper bound of the days in a period, less than two periods. */
const LONGEST = { week: 7, month: 31, year: 366 } as const;

function nextStart(by: PeriodLength, start: string): string {
  return startOf(by, addDays(start, LONGEST[by]));
}

/** Returns the day a number of days later. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);
}
