import type { Entities } from "./schema.ts";

/** Sources of a report's day, best first. */
export const DATED_BY = ["published", "revised", "activity", "analysed"] as const;

/** The day that a report counts for, such as `2026-11-22`. */
export interface ReportDay {
  day: string;
  dated_by: (typeof DATED_BY)[number];
}

/** A session's dates in addition to the text, in ISO 8601. */
interface SessionDates {
  created_at: string;
  /** According to the source of the report, such as a feed. */
  published_at: string | null;
}

/**
 * Returns the day of a report: its printed publication, else the date from its source, else its last revision, else the
 * latest activity described, else its analysis. A year alone gives no day, and a month gives its first. Dates after the
 * analysis are ignored, because they cannot be right.
 */
export function reportDay(
  dates: Entities["dates"] = [],
  { created_at, published_at }: SessionDates,
): ReportDay {
  const analysed = created_at.slice(0, 10);
  const source = published_at?.slice(0, 10);
  const named = source !== undefined && source <= analysed ? source : undefined;
  const of = (role: Entities["dates"][number]["role"]) =>
    dates
      .filter((one) => one.role === role)
      .flatMap(({ date, end }) => dayOf(end ?? date) ?? [])
      .filter((day) => day <= analysed);
  const found = {
    published: of("published")[0] ?? named,
    revised: of("revised").at(-1),
    activity: of("activity").sort().at(-1),
  };
  for (const dated_by of ["published", "revised", "activity"] as const) {
    const day = found[dated_by];
    if (day !== undefined) return { day, dated_by };
  }
  return { day: analysed, dated_by: "analysed" };
}

function dayOf(date: string): string | null {
  if (date.length === "2026-11-22".length) return date;
  return date.length === "2026-11".length ? `${date}-01` : null;
}
