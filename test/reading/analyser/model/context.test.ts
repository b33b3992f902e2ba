import { describe, expect, it } from "vitest";
import { createDocumentReader } from "../../../../src/reading/analyser/model/document-reader.ts";
import { scoreContext } from "../../../../src/reading/analyser/model/score-context.ts";
import { scoreSentence } from "../../../../src/reading/analyser/model/score-sentence.ts";
import { trainWeights } from "../../../../src/reading/analyser/model/train-weights.ts";
import { buildNameMask } from "../../../../src/reading/analyser/model/name-mask.ts";
import { NO_ACTS } from "../../../support/model.ts";

const techniques = ["T1136", "T1566"];
const TEXTS: [number, string][] = [
  [1, "new account created in the console"],
  [1, "created another account"],
  [2, "mail with a link was sent"],
  [2, "a mail lured staff"],
];
const weights = trainWeights(
  {
    techniques,
    usesOf: [3, 3],
    mask: buildNameMask([]),
    maskNames: [],
    examples: [...TEXTS, ...TEXTS, ...TEXTS].map(([target, text]) => ({
      text,
      targets: [target],
      weight: 1,
    })),
  },
  null,
);

describe("the context of a sentence", () => {
  it("is the sentence itself where it stands alone", () => {
    const scores = scoreSentence("created another account", weights);
    scoreContext(scores, [null, null], weights);
    expect(scores.context).toEqual(scores.blend);
  });

  it("takes from the neighbours what the sentence leaves open", () => {
    const scores = scoreSentence("another was created", weights);
    const before = scoreSentence("mail with a link was sent", weights);
    const [own = 0] = [scores.blend[2]];
    scoreContext(scores, [before, null], weights);
    expect(scores.context[2] ?? 0).toBeGreaterThan(own);
  });

  it("is what both say where both say the same, and adds up to one", () => {
    const one = scoreSentence("a mail lured staff", weights);
    const other = scoreSentence("a mail lured staff", weights);
    scoreContext(one, [other, null], weights);
    const sum = one.context.reduce((total, log) => total + Math.exp(log), 0);
    expect(sum).toBeCloseTo(1, 4);
    expect(one.context[2] ?? -14).toBeGreaterThan(Math.log(0.5));
  });
});

describe("the paragraph of a sentence", () => {
  const MAIL = ["a mail was sent", "staff had a link", "it lured them"];
  const read = (sentences: readonly string[], opening: readonly number[] = []) => {
    const reader = createDocumentReader(weights, NO_ACTS);
    for (const [at, text] of sentences.entries()) {
      reader.add(text, [], { opens: opening.includes(at), part: "body" });
    }
    return reader.finish().paragraphs;
  };

  it("is surer of what its sentences tell together than each of them", () => {
    const paragraphs = read(MAIL) ?? [];
    expect(paragraphs).toHaveLength(MAIL.length);
    for (const text of MAIL) {
      const alone = scoreSentence(text, weights).blend[2] ?? 0;
      expect(paragraphs[0]?.logs[2] ?? -14).toBeGreaterThan(alone);
    }
    expect(new Set(paragraphs).size).toBe(1);
    expect(paragraphs[0]?.best[0]).toBe(2);
  });

  it("ends where the next begins, and has nothing of it", () => {
    const [first, , , other] = read([...MAIL, "created another account"], [3]) ?? [];
    expect(first?.logs).toEqual(read(MAIL)?.[0]?.logs);
    expect(other?.best[0]).toBe(1);
    expect(other?.logs).toEqual(scoreSentence("created another account", weights).blend);
  });

  it("is no longer than a few sentences, and none is asked for of a long text", () => {
    const twenty = read(Array.from({ length: 20 }, () => "a mail was sent")) ?? [];
    expect(twenty).toHaveLength(20);
    expect(new Set(twenty).size).toBe(3);
    expect(read(Array.from({ length: 31 }, () => "a mail was sent"))).toBe(null);
    expect(read(Array.from({ length: 30 }, () => "a mail was sent"))).toHaveLength(30);
  });
});
