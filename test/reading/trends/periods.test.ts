import { describe, expect, it } from "vitest";
import { addDays, planPeriods } from "../../../src/reading/trends/periods.ts";

describe("the periods of trends", () => {
  it("are weeks from Monday, the last one cut at its end", () => {
    // 2026-11-25 is a Wednesday.
    expect(planPeriods("week", "2026-11-11", "2026-11-25")).toEqual({
      since: "2026-11-09",
      until: "2026-11-25",
      before: { since: "2026-10-23", until: "2026-11-08" },
      periods: [
        { since: "2026-11-09", until: "2026-11-15" },
        { since: "2026-11-16", until: "2026-11-22" },
        { since: "2026-11-23", until: "2026-11-25" },
      ],
    });
  });

  it("are calendar months, over the end of a year and a leap day", () => {
    expect(planPeriods("month", "2023-12-15", "2024-02-29")?.periods).toEqual([
      { since: "2023-12-01", until: "2023-12-31" },
      { since: "2024-01-01", until: "2024-01-31" },
      { since: "2024-02-01", until: "2024-02-29" },
    ]);
  });

  it("are calendar years", () => {
    expect(planPeriods("year", "2024-03-05", "2026-11-22")?.periods).toEqual([
      { since: "2024-01-01", until: "2024-12-31" },
      { since: "2025-01-01", until: "2025-12-31" },
      { since: "2026-01-01", until: "2026-11-22" },
    ]);
  });

  it.each(["week", "month", "year"] as const)("are the last twelve by default: %s", (by) => {
    const plan = planPeriods(by, undefined, "2026-11-22");
    expect(plan?.periods).toHaveLength(12);
    expect(plan?.periods.at(-1)?.until).toBe("2026-11-22");
    expect(plan?.periods.every(({ since, until }) => since <= until)).toBe(true);
    // Nothing is between two of them.
    const periods = plan?.periods ?? [];
    for (const [place, { since }] of periods.entries()) {
      if (place > 0) expect(addDays(periods[place - 1]?.until ?? "", 1)).toBe(since);
    }
  });

  it("are refused where there are none or too many", () => {
    expect(planPeriods("week", "2026-11-23", "2026-11-22")).toBeNull();
    expect(planPeriods("week", "0001-01-01", "2026-11-22")).toBeNull();
    expect(planPeriods("month", "2016-12-01", "2026-11-22")?.periods).toHaveLength(120);
    expect(planPeriods("month", "2016-11-30", "2026-11-22")).toBeNull();
  });
});
