import { describe, expect, it } from "vitest";
import {
  type JsonCut,
  JsonCutter,
  type JsonSelect,
} from "../../../src/formats/json/json-cutter.ts";

const utf8 = (text: string) => new TextEncoder().encode(text);

function cut(text: string | Uint8Array, select: JsonSelect, size = 1000, max?: number): JsonCut[] {
  const bytes = typeof text === "string" ? utf8(text) : text;
  const cutter = new JsonCutter(select, max);
  const cuts: JsonCut[] = [];
  for (let from = 0; from < bytes.length; from += size) {
    cuts.push(...cutter.push(bytes.slice(from, from + size)));
  }
  return [...cuts, ...cutter.end()];
}

const entries: JsonSelect = (path) => path.length === 2;
const all: JsonSelect = () => true;
const leaves: JsonSelect = (_path, kind) => kind === "string" || kind === "scalar";

describe("JsonCutter", () => {
  it.each([1, 2, 3, 7, 1000])("cuts the same values out of chunks of %i bytes", (size) => {
    const value = {
      'k"e\\y': [1, -2.5e3, true, null, 'te"xt\\', { a: "]}" }],
      漢: { ü: "😀,{" },
      empty: {},
      none: [],
    };
    const expected = Object.entries(value).flatMap(([key, inner]) =>
      (Array.isArray(inner) ? [...inner.entries()] : Object.entries(inner)).map(([at, one]) => ({
        path: [key, at],
        value: one as unknown,
      })),
    );
    for (const text of [JSON.stringify(value), `\uFEFF ${JSON.stringify(value, null, 2)}\n`]) {
      expect(cut(text, entries, size)).toEqual(expected);
    }
  });

  it.each(["1", '"a"', "true", "[1]", "{}"])("cuts out %s, which is all there is", (text) => {
    expect(cut(text, all)).toEqual([{ path: [], value: JSON.parse(text) as unknown }]);
  });

  it("gives the value to the first who wants it, from the outermost on", () => {
    expect(cut('{"a":{"b":[1,"x"]}}', leaves)).toEqual([
      { path: ["a", "b", 0], value: 1 },
      { path: ["a", "b", 1], value: "x" },
    ]);
  });

  it("spoils nothing but a value that is broken inside", () => {
    expect(cut('{"a":[{"b":},{"c":1},tr"ue,2]}', entries)).toEqual([
      { path: ["a", 0], fault: "is not valid JSON" },
      { path: ["a", 1], value: { c: 1 } },
      { path: ["a", 2], fault: "is not valid JSON" },
      { path: ["a", 3], value: 2 },
    ]);
    const bytes = Uint8Array.from([...utf8('["'), 0xff, ...utf8('","ok"]')]);
    expect(cut(bytes, (path) => path.length === 1)).toEqual([
      { path: [0], fault: "is not UTF-8" },
      { path: [1], value: "ok" },
    ]);
  });

  it("passes over a value that is larger than its limit, and says which limit", () => {
    const text = JSON.stringify({ a: ["x".repeat(5000), "y"] });
    expect(cut(text, entries, 100, 1024)).toEqual([
      { path: ["a", 0], fault: "is larger than 1024 bytes" },
      { path: ["a", 1], value: "y" },
    ]);
  });

  it.each([
    ["", /breaks off at its root/],
    ['{"a":[1', /breaks off at \/a\/0/],
    ['{"a" 1}', /not valid JSON at \/a/],
    ['{"a":1,}', /not valid JSON/],
    ["[1}", /not valid JSON/],
    ["[,]", /not valid JSON/],
    ["[1] 2", /not valid JSON at its root/],
    ["{a:1}", /not valid JSON/],
  ])("refuses %j and names the place", (text, why) => {
    expect(() => cut(text, leaves)).toThrow(why);
  });

  it("refuses what is nested deeper than 64 levels, inside of a value as well", () => {
    expect(() => cut("[".repeat(65), leaves)).toThrow("deeper than 64 levels");
    expect(() => cut(`[${"[".repeat(64)}`, (path) => path.length === 1)).toThrow("64 levels");
    expect(cut(`${"[".repeat(64)}${"]".repeat(64)}`, all)).toHaveLength(1);
  });
});
