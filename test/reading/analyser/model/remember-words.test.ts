import { expect, it } from "vitest";
import { rememberWords } from "../../../../src/reading/analyser/model/remember-words.ts";

it("makes the same of a word each time, and makes it once", () => {
  const made: string[] = [];
  const lengthOf = rememberWords((word) => made.push(word) && word.length);
  expect(["run", "runs", "run"].map((word) => lengthOf(word))).toEqual([3, 4, 3]);
  expect(made).toEqual(["run", "runs"]);
});

it("keeps no long word, and no more words than a text has", () => {
  const made: string[] = [];
  const seen = rememberWords((word) => made.push(word));
  for (const word of ["C:\\Windows\\Temp", "C:\\Windows\\Temp", "first"]) seen(word);
  for (let at = 0; at < 10_000; at += 1) seen(`w${at}`);
  seen("first");
  expect(made.filter((word) => word.startsWith("C:"))).toHaveLength(2);
  expect(made.filter((word) => word === "first")).toHaveLength(2);
});
