import { describe, expect, it } from "vitest";
import type { ImportedReport } from "../../../src/pipeline/imports/readers/imported.ts";
import { withinLimits } from "../../../src/pipeline/imports/within-limits.ts";

const REPORT: ImportedReport = {
  title: "A report",
  url: null,
  publisher: null,
  summary: "",
  text: "",
  published_at: null,
  technique_ids: [],
  group_ids: [],
  foreign_key: "stix:report--1",
  indicators: [],
};
const place = { pointer: "/objects/0", type: "report", id: "report--1" };
const limit = (change: Partial<ImportedReport>) =>
  withinLimits({ ...place, outcome: "report", report: { ...REPORT, ...change } });

describe("a report as it may be stored", () => {
  it("has well-formed text without ends of strings", () => {
    expect(limit({ title: "a\0b\ud800", text: "c\udfffd" })).toMatchObject({
      report: { title: "a\ufffdb\ufffd", text: "c\ufffdd" },
    });
  });

  it.each([
    ["https://example.com/a", "https://example.com/a"],
    ["HTTP://example.com/a", "HTTP://example.com/a"],
    ["ftp://example.com/a", null],
    ["javascript:alert(1)", null],
    ["http://", null],
  ])("links to %s as %s", (url, expected) => {
    expect(limit({ url })).toMatchObject({ report: { url: expected } });
  });

  it.each<[Partial<ImportedReport>, string]>([
    [{ title: "x".repeat(10_001) }, "has a name of more than 10000 characters"],
    [{ url: `https://x.example/${"x".repeat(5_000)}` }, "has a url of more than"],
    [{ foreign_key: "x".repeat(1_001) }, "has an id of more than 1000 characters"],
  ])("has failed with a field that is too long", (change, reason) => {
    expect(limit(change)).toMatchObject({
      outcome: "failed",
      reason: expect.stringContaining(reason),
    });
  });

  it("names a limited number of techniques and groups", () => {
    const many = Array.from({ length: 3_000 }, (_, i) => `T${i}`);
    const { report } = limit({ technique_ids: many, group_ids: many }) as {
      report: ImportedReport;
    };
    expect([report.technique_ids.length, report.group_ids.length]).toEqual([2_000, 500]);
  });
});

describe("the receipt of an object", () => {
  it("is shortened with a mark", () => {
    const object = withinLimits({
      pointer: "p".repeat(1_001),
      type: "t".repeat(101),
      id: "i".repeat(201),
      outcome: "failed",
      reason: "r".repeat(501),
    });
    expect(object).toEqual({
      pointer: `${"p".repeat(999)}…`,
      type: `${"t".repeat(99)}…`,
      id: `${"i".repeat(199)}…`,
      outcome: "failed",
      reason: `${"r".repeat(499)}…`,
    });
  });
});
