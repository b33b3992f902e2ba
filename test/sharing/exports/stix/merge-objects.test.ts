import { describe, expect, it } from "vitest";
import type { StixObject } from "../../../../src/formats/stix/stix-object.ts";
import { mergeObjects } from "../../../../src/sharing/exports/stix/merge-objects.ts";

const [OLD, NEW] = ["2026-01-01T00:00:00.000Z", "2026-02-01T00:00:00.000Z"];
const LISTED = "The report names it as an indicator of compromise.";
const CONFIRMED = "An analyst confirmed it.";

const objectOf = (type: string, change: object): StixObject => ({
  type,
  id: `${type}--1`,
  created: OLD,
  modified: OLD,
  ...change,
});

describe("one object of two", () => {
  it("is the newer form of what others publish", () => {
    const old = objectOf("attack-pattern", { name: "Old" });
    const renamed = objectOf("attack-pattern", { name: "New", modified: NEW });
    expect(mergeObjects(old, renamed)).toBe(renamed);
    expect(mergeObjects(renamed, old)).toBe(renamed);
  });

  it("has all that reports say of an indicator, each once", () => {
    const of = (change: object) =>
      objectOf("indicator", { indicator_types: ["unknown"], valid_from: NEW, ...change });
    const all = [
      of({ description: CONFIRMED }),
      of({ description: `${LISTED} ${CONFIRMED}`, indicator_types: ["malicious-activity"] }),
      of({ description: CONFIRMED, valid_from: OLD, modified: NEW }),
    ];
    const [first = of({}), ...others] = all;
    expect(others.reduce(mergeObjects, first)).toMatchObject({
      description: `${CONFIRMED} ${LISTED}`,
      indicator_types: ["malicious-activity"],
      valid_from: OLD,
      modified: NEW,
    });
  });

  it("spans the times of an observation, and refers to all forms of the value", () => {
    const of = (at: string, ref: string) =>
      objectOf("observed-data", {
        first_observed: at,
        last_observed: at,
        number_observed: 1,
        object_refs: [ref],
      });
    for (const [a, b] of [
      [of(NEW, "file--1"), of(OLD, "file--2")],
      [of(OLD, "file--2"), of(NEW, "file--1")],
    ] as const) {
      const merged = mergeObjects(a, b);
      expect(merged).toMatchObject({
        first_observed: OLD,
        last_observed: NEW,
        number_observed: 2,
      });
      expect(new Set(merged["object_refs"] as string[])).toEqual(new Set(["file--1", "file--2"]));
    }
  });

  it("has the accepted relationship, then the surer one, as last changed", () => {
    const of = (change: object) => objectOf("relationship", change);
    const accepted = of({ labels: ["review:accepted"], confidence: 20 });
    const sure = of({ labels: ["review:suggested"], confidence: 90, modified: NEW });
    const unsure = of({ labels: ["review:suggested"], confidence: 30 });
    expect(mergeObjects(sure, accepted)).toEqual({ ...accepted, modified: NEW });
    expect(mergeObjects(unsure, sure)).toEqual(sure);
  });
});
