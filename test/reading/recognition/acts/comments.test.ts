import { expect, it } from "vitest";
import { findComments } from "../../../../src/reading/recognition/acts/comments.ts";

/** The parts of a text, cut at `|`, that overlap a comment. */
function commented(cut: string): string[] {
  const parts = cut.split("|");
  const isInComment = findComments(parts.join(""));
  let start = 0;
  return parts.filter((part) => {
    const from = start;
    start += part.length;
    return isInComment(from, start);
  });
}

it.each([
  ["a |<!-- b -->| c", ["<!-- b -->"]],
  ["a |<!-- b |c --> d| e", ["<!-- b ", "c --> d"]],
  ["a |<!-- never closed", []],
  ["a |<!-- b -->| c <!-- never closed", ["<!-- b -->"]],
  [`a <!-- |${"b ".repeat(2001)}|--> c`, []],
  [`a <!-- ${"b ".repeat(2001)}|<!-- c -->| d`, ["<!-- c -->"]],
  ["no comment", []],
])("finds comments, but no stray sign far from a close: %#", (cut, expected) => {
  expect(commented(cut)).toEqual(expected);
});

it("reads a million characters of signs in well under a second", () => {
  const text = "<!-- a. ".repeat(125_000);
  const started = performance.now();
  const isInComment = findComments(text);
  for (let at = 0; at < text.length; at += 8) isInComment(at, at + 8);
  expect(performance.now() - started).toBeLessThan(1000);
});
