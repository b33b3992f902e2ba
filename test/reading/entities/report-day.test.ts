import { describe, expect, it } from "vitest";
import { reportDay } from "../../../src/reading/entities/report-day.ts";
import type { Entities } from "../../../src/reading/entities/schema.ts";

type Dated = Entities["dates"][number];
const UNDATED = { created_at: "2026-11-22T08:15:00.000Z", published_at: null };
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
    expect(reportDay([...dates], UNDATED)).toEqual({ day, dated_by });
  });

  it("is the one that the source names, unless the report prints one itself", () => {
    const session = { ...UNDATED, published_at: "2026-11-20T23:30:00.000Z" };
    const activity = dated("activity", "2026-03-01");
    expect(reportDay([activity], session)).toEqual({ day: "2026-11-20", dated_by: "published" });
    expect(reportDay([dated("published", "2026-11-19")], session).day).toBe("2026-11-19");
    const ahead = { ...UNDATED, published_at: "2026-11-23T00:00:00.000Z" };
    expect(reportDay([activity], ahead)).toEqual({ day: "2026-03-01", dated_by: "activity" });
  });

  it("is no year alone and no day after the analysis", () => {
    const dates = [
      dated("published", "2025"),
      dated("revised", "2027-01-01"),
      dated("activity", "2026-02"),
    ];
    expect(reportDay(dates, UNDATED)).toEqual({ day: "2026-02-01", dated_by: "activity" });
    expect(reportDay([dated("activity", "2025")], UNDATED)).toMatchObject({ dated_by: "analysed" });
  });
});
