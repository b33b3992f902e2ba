import { describe, expect, it } from "vitest";
import {
  foreignMatch,
  marked,
  matchOf,
  mergeMarks,
  timeOf,
} from "../../../../src/pipeline/imports/readers/typed-values.ts";

const DOMAIN = { kind: "domain", value: "evil.com", normalized_value: "evil.com" } as const;

describe("two marks of one value", () => {
  const strong = {
    ...DOMAIN,
    role: "indicator" as const,
    confidence: 75,
    first_seen_at: "2026-02-01T00:00:00.000Z",
    last_seen_at: "2026-02-02T00:00:00.000Z",
  };
  const weak = {
    ...DOMAIN,
    role: "host" as const,
    confidence: 90,
    first_seen_at: "2026-01-01T00:00:00.000Z",
    last_seen_at: "2026-03-01T00:00:00.000Z",
    comment: "the host of a page",
  };

  it.each([
    [strong, weak],
    [weak, strong],
  ])("are the stronger one's, seen as long as both say", (one, other) => {
    expect(mergeMarks(one, other)).toEqual({
      ...DOMAIN,
      role: "indicator",
      confidence: 75,
      first_seen_at: "2026-01-01T00:00:00.000Z",
      last_seen_at: "2026-03-01T00:00:00.000Z",
      comment: "the host of a page",
    });
  });

  it("of one role have the higher confidence", () => {
    const more = { ...strong, confidence: 95 };
    expect(mergeMarks(strong, more).confidence).toBe(95);
    expect(mergeMarks(more, strong).confidence).toBe(95);
  });
});

describe("a typed value", () => {
  it("brings its host, which has the role of one unless nobody can block the value either", () => {
    const url = matchOf("url", "https://evil.com/a");
    const roles = (role: "mentioned" | "reference") =>
      marked(url === null ? [] : [url], { role, confidence: 50 }).map((one) => one.role);
    expect(roles("mentioned")).toEqual(["mentioned", "host"]);
    expect(roles("reference")).toEqual(["reference", "reference"]);
  });

  it.each([
    ["host", `a.${"b".repeat(9000)}.com`],
    ["url", "javascript:alert(1)"],
    ["url", "evil"],
    ["email", "no at sign.com"],
    ["registry_key", ""],
  ] as const)("of the type %s is none: %s", (type, value) => {
    expect(matchOf(type, value)).toBeNull();
  });

  it("of a foreign type is one line of at most 2,048 characters", () => {
    expect(foreignMatch("misp", "X/Y", " v ")).toMatchObject({ kind: "misp:x-y", value: "v" });
    expect(foreignMatch("misp", "", "v")).toBeNull();
    expect(foreignMatch("misp", "a", "v\nw")).toBeNull();
    expect(foreignMatch("stix", "a", "v".repeat(2049))).toBeNull();
    expect(foreignMatch("stix", "a".repeat(500), "v")?.kind).toBe(`stix:${"a".repeat(100)}`);
  });

  it.each([
    ["2026-01-01T00:00:00+02:00", "2025-12-31T22:00:00.000Z"],
    ["yesterday", undefined],
    ["0001-01-01T00:00:00Z", undefined],
    ["9999-01-01T00:00:00Z", undefined],
    [1_700_000_000, undefined],
  ])("has the time %j as %s", (given, time) => {
    expect(timeOf(given)).toBe(time);
  });
});
