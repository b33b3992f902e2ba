import { describe, expect, it } from "vitest";
import { cutEvidence } from "../../../src/reading/analyser/evidence-clauses.ts";

const clausesOf = (sentence: string) =>
  cutEvidence(sentence).map(({ start, end }) => sentence.slice(start, end).trim());

describe("clauses of evidence", () => {
  it.each([
    ["They sent mails; when that failed, exploited the portal.", 3],
    ["Their mails failed；after that, used the portal.", 3],
    ["They sent mails; names, used passwords and keys.", 2],
    ["The operators left early, affiliates encrypted the servers.", 2],
    ["They stole keys, affiliates and phone numbers.", 1],
  ])("cuts %j into %i", (sentence, count) => {
    expect(clausesOf(sentence)).toHaveLength(count);
  });
});
