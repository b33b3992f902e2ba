import { describe, expect, it } from "vitest";
import { markedValue } from "../../../src/pipeline/observables/found.ts";
import { ObservableReader } from "../../../src/pipeline/observables/observable-reader.ts";
import type { ObservableRole } from "../../../src/pipeline/observables/vocabulary.ts";

const DOMAIN = { kind: "domain", value: "evil.xyz", normalized_value: "evil.xyz" } as const;
const value = (role: ObservableRole, confidence: number) => ({
  ...markedValue(DOMAIN, role, confidence),
  suppressed: null,
});

describe("what a sender marks and what its text says of a value", () => {
  it.each<[ObservableRole, ObservableRole, ObservableRole]>([
    ["indicator", "reference", "indicator"],
    ["mentioned", "indicator", "mentioned"],
    ["victim", "indicator", "victim"],
    ["host", "indicator", "indicator"],
    ["host", "reference", "host"],
  ])("%s and %s are %s", (marked, read, role) => {
    const [merged, ...more] = new ObservableReader().merge([value(marked, 75)], [value(read, 40)]);
    expect(merged?.role).toBe(role);
    expect(more).toEqual([]);
  });

  it("suppresses what is a reference by its role", () => {
    const rule = (role: ObservableRole) =>
      new ObservableReader().rule(markedValue(DOMAIN, role, 50), null).suppressed;
    expect(rule("reference")).toEqual({ rule: "reference", list: null });
    expect(rule("indicator")).toBeNull();
    expect(rule("victim")).toBeNull();
  });
});
