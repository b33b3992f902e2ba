import { describe, expect, it } from "vitest";
import { describeChanges } from "../../../src/platform/audit/describe-changes.ts";

describe("what an entry says of an update", () => {
  const before = { name: "Old", tags: ["a"], note: "Some words.", tlp: null as string | null };

  it("is the old and the new value of each field that differs", () => {
    expect(describeChanges(before, { name: "New", tags: ["a"], tlp: "amber" })).toEqual({
      changed: ["name", "tlp"],
      changes: { name: { from: "Old", to: "New" }, tlp: { from: null, to: "amber" } },
    });
  });

  it("has no words of a text, only their number", () => {
    expect(describeChanges(before, { note: "" }, ["note"]).changes).toEqual({
      note: { from: { characters: 11 }, to: { characters: 0 } },
    });
  });
});
