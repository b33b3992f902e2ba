import { describe, expect, it } from "vitest";
import { reportDay } from "../../../src/reading/entities/report-day.ts";
import type { Entities } from "../../../src/reading/entities/schema.ts";

type Dated = Entities["dates"][number];
const NOW = "2026-11-22T08:15:00.000Z";
const dated = (role: Dated["role"], date: string, end: string | null = null): Dated => ({
  role,
  date,
  end,
  count: 1,
  mentions: [],
});

describe("the day of a report", () => {
  it.each([
    [
      "published",
      "2026-05-04",
      [dated("activity", "2026-03-01"), dated("published", "2026-05-04")],
    ],
    ["revised", "2026-06-01", [dated("revised", "2026-05-01"), dated("revised", "2026-06-01")]],
    [
      "activity",
      "2026-04-01",
      [dated("activity", "2026-01", "2026-04"), dated("activity", "2025-12")],
    ],
    ["analysed", "2026-11-22", []],
  ] as const)("is taken from what is %s", (dated_by, day, dates) => {
    expect(reportDay([...dates], NOW)).toEqual({ day, dated_by });
  });

  it("is no year alone and no day after the analysis", () => {
    const dates = [
      dated("published", "2025"),
      dated("revised", "2027-01-01"),
      dated("activity", "2026-02"),
    ];
    expect(reportDay(dates, NOW)).toEqual({ day: "2026-02-01", dated_by: "activity" });
    expect(reportDay([dated("activity", "2025")], NOW)).toMatchObject({ dated_by: "analysed" });
  });
});
