import { describe, expect, it } from "vitest";
import { ImportTally } from "../../../src/pipeline/imports/tally.ts";

const failed = (n: number) => ({
  pointer: `/objects/${n}`,
  type: `type-${n}`,
  id: null,
  outcome: "failed" as const,
  reason: "is broken",
});

describe("the tally of an import", () => {
  it("counts what failed and what is flawed as errors, and only what failed as seen", () => {
    const tally = new ImportTally();
    tally.note(failed(0));
    tally.note({ ...failed(1), outcome: "flawed" });
    tally.note({ ...failed(2), outcome: "ignored" });
    tally.created();
    tally.duplicate({ pointer: "/objects/3", id: null, report_id: "r" });
    expect(tally.result("i")).toMatchObject({
      import_id: "i",
      items_seen: 3,
      items_created: 1,
      duplicates: 1,
      items_failed: 1,
      error_count: 2,
      duplicates_of: [{ pointer: "/objects/3", id: null, report_id: "r" }],
      objects_by_type: { "type-0": 1, "type-2": 1 },
    });
  });

  it("lists a thousand errors and two hundred types, and counts the others", () => {
    const tally = new ImportTally();
    for (let n = 0; n < 1_500; n += 1) tally.note(failed(n));
    const { errors, error_count: count, objects_by_type: types } = tally.result(null);
    expect([errors.length, count]).toEqual([1_000, 1_500]);
    expect(Object.keys(types)).toHaveLength(201);
    expect(types["other"]).toBe(1_300);
  });

  it("leaves out what a reader adds of its own", () => {
    const tally = new ImportTally();
    const bundle = { pointer: "", type: "bundle", id: null };
    tally.note({ ...bundle, outcome: "attached", to: "", matches: [] });
    expect(tally.result(null).objects_by_type).toEqual({});
  });
});
