import type { Entities } from "./schema.ts";

/** What the day of a report is taken from, the best first. */
export const DATED_BY = ["published", "revised", "activity", "analysed"] as const;

/** The day that a report counts for, as `2026-11-22`. */
export interface ReportDay {
  day: string;
  dated_by: (typeof DATED_BY)[number];
}

/** What a session knows of its dates in addition to the text, in ISO 8601. */
interface SessionDates {
  created_at: string;
  /** As the source of the report says, such as a feed. */
  published_at: string | null;
}

/**
 * Returns the day of a report: of the publication that it prints, else the one that its source names,
 * else of its last revision, else of the latest activity that it describes, else of its analysis. A year
 * alone names no day, and a month names its first. Dates after the analysis are ignored: a report does
 * not come from the future.
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
