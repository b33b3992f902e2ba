import { expect, it } from "vitest";
import { measureJson } from "../../../../src/platform/lib/json/measure-json.ts";

it.each([
  ["1", 0, 1],
  ["[]", 1, 2],
  ["[1,2,3]", 1, 4],
  ['{"a":[{"b":1},{}]}', 3, 6],
  [String.raw`["[[[\"[[[", "{"]`, 1, 3],
  ["[[", 2, 3],
  ["]][", 0, 2],
])("measureJson: %s is %i deep and holds %i values at most", (text, depth, values) => {
  expect(measureJson(new TextEncoder().encode(text))).toEqual({ depth, values });
});
