import { describe, expect, it } from "vitest";
import { choosePassages } from "../../../src/reading/analyser/passages.ts";
import { splitSentences } from "../../../src/reading/recognition/sentences.ts";

/** The passages for the sentences that hold the given words, each with what it weighs. */
function passages(text: string, weights: Record<string, number>): string[] {
  const sentences = splitSentences(text);
  const speaking = Object.entries(weights).map(([words, weight]) => {
    const at = text.indexOf(words);
    const sentence = sentences.find(({ start, end }) => at >= start && at < end);
    return { ...(sentence ?? { start: 0, end: 0 }), weight };
  });
  return choosePassages(text, sentences, speaking).map(({ start, end }) => text.slice(start, end));
}

const PROSE = "The intruders then ran a script on each of the servers that they had reached.";

describe("choosePassages", () => {
  it("takes prose before a row, unless that says far more", () => {
    const row = "T1059 | Scripts";
    const text = `${row}\n\n${PROSE}`;
    expect(passages(text, { Scripts: 0.9, intruders: 0.7 })).toEqual([PROSE, row]);
    expect(passages(text, { Scripts: 0.95, intruders: 0.3 })).toEqual([row, PROSE]);
  });

  it("joins what a page break has torn, and nothing else", () => {
    const torn = "Ryuk has used the shell of the system\n\n12\n\nto stop its services.";
    expect(passages(torn, { Ryuk: 0.9 })).toEqual([torn]);
    expect(passages(torn, { services: 0.9 })).toEqual([torn]);
    expect(passages(`${PROSE}\n\nand so on.`, { intruders: 0.9 })).toEqual([PROSE]);
  });

  it("joins a command line to the sentence that introduces it", () => {
    const text =
      "They set the key with the tool of the system:\n\nreg add HKCU\\Run /v Updater\n\nThen they left.";
    expect(passages(text, { "set the key": 0.9 })).toEqual([
      text.slice(0, text.indexOf("\n\nThen")),
    ]);
  });

  it("keeps five at most, none twice", () => {
    const text = Array.from({ length: 8 }, (_, n) => `They ran script number ${n} there.`).join(
      " ",
    );
    const weights = Object.fromEntries(
      Array.from({ length: 8 }, (_, n) => [`number ${n}`, n / 10]),
    );
    expect(passages(text, weights)).toHaveLength(5);
    expect(passages(text, { "script number 3": 0.5, "number 3": 0.4 })).toHaveLength(1);
  });
});
