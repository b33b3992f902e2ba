import { describe, expect, it } from "vitest";
import { afterSelect } from "../../src/console/pages/matrix/selection/use-selection.ts";

const ORDER = ["a", "b", "c", "d"];
const selected = (ids: string[], anchor: string | null) => ({ ids: new Set(ids), anchor });

describe("a selection of techniques", () => {
  it("takes one more and lets it go", () => {
    const one = afterSelect(selected([], null), { kind: "toggle", id: "a" });
    expect(one).toEqual(selected(["a"], "a"));
    expect(afterSelect(one, { kind: "toggle", id: "a" })).toEqual(selected([], "a"));
  });

  it.each([
    ["b", "d", ["b", "c", "d"]],
    ["d", "b", ["d", "b", "c"]],
    [null, "c", ["c"]],
    ["gone", "c", ["gone", "c"]],
  ])("takes all from %s to %s", (anchor, id, expected) => {
    const before = selected(anchor === null ? [] : [anchor], anchor);
    const { ids } = afterSelect(before, { kind: "range", id, order: ORDER });
    expect([...ids]).toEqual(expected);
  });
});
