import { expect, it } from "vitest";
import { z } from "zod";
import {
  MAX_ANSWER,
  parseAnswer,
  parseJson,
} from "../../../../src/reading/providers/language-model/parse-answer.ts";

const ROW = { attack_id: "T1566", confidence: 0.5, evidence: "phishing" };
const ANSWER = { summary: "The actor phishes.", techniques: [ROW], groups: [] };

/** A schema that nothing satisfies, and counts what it is given. */
function countingSchema() {
  const given: unknown[] = [];
  const schema = z.custom((value) => {
    given.push(value);
    return false;
  });
  return { given, schema };
}

it.each([
  ["0.25", 0.25],
  [".5", 0.5],
  [" 1 ", 1],
  ["85", 1],
  ["007", 1],
])("reads the confidence %j", (confidence, expected) => {
  const text = JSON.stringify({ ...ANSWER, techniques: [{ ...ROW, confidence }] });
  expect(parseAnswer(text)).toMatchObject({ answer: { techniques: [{ confidence: expected }] } });
});

it.each(["1x", "1.", "-1", "1e3", ".", ""])(
  "rejects a row whose confidence is %j",
  (confidence) => {
    const techniques = [{ ...ROW, confidence }, ROW];
    expect(parseAnswer(JSON.stringify({ ...ANSWER, techniques }))).toMatchObject({
      answer: { techniques: [ROW] },
      rejected: [{ attack_id: "T1566", reason: expect.stringContaining("'confidence'") }],
    });
  },
);

it("rejects a confidence of very many digits in linear time", () => {
  const confidence = `${"1".repeat(200_000)}x`;
  const text = JSON.stringify({ ...ANSWER, techniques: [{ ...ROW, confidence }] });
  const begun = performance.now();
  expect(parseAnswer(text)).toMatchObject({ rejected: [{ attack_id: "T1566" }] });
  // A linear expression takes 2 ms, a quadratic one 14 seconds.
  expect(performance.now() - begun).toBeLessThan(4_000);
});

it("reads an answer of the largest sizes that are used", () => {
  const row = { ...ROW, evidence: "e".repeat(4_000) };
  const techniques = Array.from({ length: 500 }, () => row);
  const parsed = parseAnswer(JSON.stringify({ ...ANSWER, techniques }));
  expect(parsed).toMatchObject({ rejected: [], answer: { techniques } });
});

it("refuses a longer text without looking for objects in it", () => {
  const { given, schema } = countingSchema();
  const text = JSON.stringify(ANSWER).padEnd(MAX_ANSWER + 1);
  expect(parseJson(text, schema)).toEqual({
    fault: "The answer is too long. It has 2500001 characters; at most 2500000 are read.",
  });
  expect(given).toEqual([]);
  expect(parseAnswer(text.slice(0, MAX_ANSWER))).toMatchObject({ answer: ANSWER });
});

it.each([100, 10_000, 1_000_000])("checks only the last of %d objects", (count) => {
  const { given, schema } = countingSchema();
  const text = `${"{}".repeat(count)}{"last": 1}`;
  expect(parseJson(text, schema)).toHaveProperty("fault");
  expect(given).toHaveLength(20);
  expect(given[0]).toEqual({ last: 1 });
});

it("finds an answer behind many drafts, and before some remarks", () => {
  const text = `${"{}".repeat(1_000)} ${JSON.stringify(ANSWER)} ${'{"note": 1}'.repeat(10)}`;
  expect(parseAnswer(text)).toMatchObject({ answer: ANSWER });
});

it("checks only the last rows of an answer that is cut short", () => {
  const { given, schema } = countingSchema();
  const techniques = Array.from({ length: 500 }, () => ROW);
  const text = JSON.stringify({ summary: "x", techniques }).slice(0, -2);
  expect(parseJson(text, schema)).toEqual({
    fault: "The answer is not valid JSON, or is cut short.",
  });
  expect(given).toHaveLength(20);
});
