import { isMap, isScalar } from "yaml";
import { describe, expect, it } from "vitest";
import { parseSigma } from "../../../src/detection/languages/sigma/parse.ts";

/** What each key of a text stands for, if that is plain. */
function follow(text: string): unknown[] {
  const [document] = parseSigma(text).documents;
  if (document === undefined || !isMap(document.contents)) throw new Error("no map");
  return document.contents.items.map(({ value }) => {
    const node = document.follow(value);
    return isScalar(node) ? node.value : node === null ? null : "a node";
  });
}

describe("aliases of a Sigma text", () => {
  it.each<[string, unknown[]]>([
    ["a: &x one\nb: *x\n", ["one", "one"]],
    // The last anchor of its name before the alias (YAML 1.2.2, section 7.1).
    ["a: &x one\nb: *x\nc: &x two\nd: *x\n", ["one", "one", "two", "two"]],
    ["a: &x {b: c}\nd: *x\n", ["a node", "a node"]],
    ["a: *x\nb: &x one\n", [null, "one"]],
    ["a: plain\nb:\n", ["plain", null]],
  ])("%j", (text, expected) => {
    expect(follow(text)).toEqual(expected);
  });

  it("are counted", () => {
    expect(parseSigma("a: &x one\nb: [*x, *x]\n").documents[0]?.aliases).toBe(2);
  });
});
