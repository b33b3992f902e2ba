import { describe, expect, it } from "vitest";
import type { NewReport } from "../../../src/pipeline/intake/new-report.ts";
import { ObservableReader } from "../../../src/pipeline/observables/observable-reader.ts";
import { keysOf, prepareReport } from "../../../src/pipeline/intake/prepare-report.ts";

const given: NewReport = {
  title: "A  report\nin two lines ",
  url: "https://Blog.Vendor.io/a/?utm_source=x",
  publisher: "Vendor",
  summary: " Short. ",
  text: "",
  published_at: null,
  technique_ids: ["T1566"],
  group_ids: [],
  foreign_key: "feed:x 1",
  source_id: null,
  import_id: null,
  indicators: [],
};
const prepare = (change: Partial<NewReport>) =>
  prepareReport(
    { newId: () => crypto.randomUUID() },
    { ...given, ...change },
    new ObservableReader(),
    null,
  );

describe("a report that is prepared", () => {
  it("has a title of one line, the keys that it is found by, and what is searched", () => {
    const { row } = prepare({ id: "given" });
    expect(row).toMatchObject({
      id: "given",
      title: "A report in two lines",
      summary: "Short.",
      url_key: "blog.vendor.io/a",
      title_key: "a report in two lines",
      foreign_key: "feed:x 1",
      analyst_notes: "",
      source_reliability: null,
    });
    expect(row.search_text).toContain("vendor");
    expect(keysOf(given)).toEqual({
      url_key: row.url_key,
      title_key: row.title_key,
      foreign_key: row.foreign_key,
    });
  });

  it("has nothing in its labels that nobody sees or that turns the direction of text", () => {
    const { row } = prepare({
      title: "Invoice \u202efdp.exe\u2066 Ran\u00adsom\u200bware",
      publisher: "Ven\u202edor",
      summary: "One\u202e.\r\nTwo.",
    });
    expect(row).toMatchObject({
      title: "Invoice fdp.exe Ransomware",
      publisher: "Ven dor",
      summary: "One.\nTwo.",
    });
    const { row: unseen } = prepare({ title: "\u202e\u200b" });
    expect(unseen).toMatchObject({ title: "Untitled report", title_key: null });
  });

  it("is shortened where it is only shown, and keeps its whole text in parts", () => {
    // The pair of the last letter would be cut in two at 200,000 characters.
    const text = `${"-".repeat(199_999)}😀${"+".repeat(10)}`;
    const { row, texts } = prepare({
      title: "t".repeat(2_000),
      summary: "s".repeat(30_000),
      publisher: "p".repeat(300),
      text,
    });
    expect([row.title.length, row.summary.length, row.publisher?.length]).toEqual([
      1_000, 20_000, 255,
    ]);
    expect(row.title.endsWith("…")).toBe(true);
    expect(texts.map((part) => part.length)).toEqual([199_999, 12]);
    expect(texts.join("")).toBe(text);
  });

  it("has each value once, a marked one with its confidence, and what is suppressed with its rule", () => {
    const value = { kind: "domain", value: "c2.xyz", normalized_value: "c2.xyz" } as const;
    const { matches } = prepare({
      text: "See c2[.]xyz, 10.0.0.1, www.vendor.io and CVE-2026-12345.",
      indicators: [{ ...value, role: "indicator" as const, confidence: 90 }],
    });
    expect(
      matches.map((match) => [match.normalized_value, match.confidence, match.suppressed?.rule]),
    ).toEqual([
      ["c2.xyz", 90, undefined],
      ["10.0.0.1", 40, "private_address"],
      ["www.vendor.io", 0, "publisher_domain"],
      ["CVE-2026-12345", 50, undefined],
    ]);
    expect(new Set(matches.map(({ id }) => id)).size).toBe(4);
  });
});
