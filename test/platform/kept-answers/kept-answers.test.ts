import { expect, it } from "vitest";
import { type KeptAnswer, KeptAnswers } from "../../../src/platform/kept-answers/kept-answers.ts";

const MIB = 1024 * 1024;
const answer = (bytes: number, change: Partial<KeptAnswer> = {}): KeptAnswer => ({
  body: new Uint8Array(bytes),
  headers: [],
  etag: null,
  isOpen: false,
  isCurrent: () => true,
  ...change,
});

it("the least recently used answer goes first when memory is full", () => {
  const answers = new KeptAnswers(3 * MIB, "private");
  for (const url of ["a", "b", "c"]) answers.keep(url, answer(MIB));
  answers.find("a");
  answers.keep("d", answer(MIB));
  expect(["a", "b", "c", "d"].filter((url) => answers.find(url) !== null)).toEqual(["a", "c", "d"]);
});

it("an answer that replaces another counts once", () => {
  const answers = new KeptAnswers(2 * MIB, "private");
  answers.keep("a", answer(MIB));
  for (let turn = 0; turn < 5; turn += 1) answers.keep("b", answer(MIB));
  expect(answers.find("a")).not.toBeNull();
});

it("what is too large, or no more true, is not answered", () => {
  const answers = new KeptAnswers(64 * MIB, "private");
  answers.keep("large", answer(5 * MIB));
  answers.keep("old", answer(1, { isCurrent: () => false }));
  expect([answers.find("large"), answers.find("old")]).toEqual([null, null]);
});
