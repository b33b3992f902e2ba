import { describe, expect, it } from "vitest";
import { analyseAt, type Asking } from "./analyse-at.ts";
import type { Case } from "./ended.ts";

/** Tests cases, whole and streamed unless only one is given. */
export function testCases(cases: readonly Case[], { isStream, ...asking }: Asking = {}): void {
  const rows = cases.map(([wire, what, turns, ended]) => {
    return { at: `${wire.kind}, ${wire.model},`, what, wire, turns, ended };
  });
  describe.each(isStream === undefined ? [false, true] : [isStream])("streamed: %s", (streamed) => {
    it.each(rows)("$at $what", async ({ wire, turns, ended }) => {
      expect(await analyseAt(wire, turns, { ...asking, isStream: streamed })).toEqual(ended);
    });
  });
}
