import { describe, expect, it } from "vitest";
import type { TechniqueMention } from "../../../src/reading/recognition/detectors.ts";
import { mergeMentions, surestWithin } from "../../../src/reading/analyser/merge-mentions.ts";
import { outlineText } from "../../../src/text/outline/outline-text.ts";
import { splitSentences } from "../../../src/text/sentences/sentences.ts";

const ROW = "T1059 | Scripts";
const PROSE = "The intruders then ran a script on each of the servers, as T1059 says.";
const LATER = "They also ran another script on the last of the hosts that was left (T1059).";

function mention(text: string, printed: string, confidence: number, from = 0): TechniqueMention {
  const start = text.indexOf(printed, from);
  return {
    attack_id: "T1059",
    start,
    end: start + printed.length,
    confidence,
    hit: { kind: confidence > 0.9 ? "id" : "name", text: printed },
  };
}

function merged(text: string, mentions: TechniqueMention[]) {
  return mergeMentions(splitSentences(outlineText(text)), mentions);
}

describe("one entry per technique", () => {
  it("lists the sentences in order, each once, with its surest mention", () => {
    const text = `${ROW}\n\n${PROSE} ${LATER}`;
    const prose = text.indexOf(PROSE);
    const mentions = [0, prose, prose + PROSE.length].map((from) =>
      mention(text, "T1059", 0.95, from),
    );
    const name = mention(text, "script", 0.75);
    const [entry, ...others] = merged(text, [...mentions.toReversed(), name]);
    expect(others).toEqual([]);
    expect(entry?.speaking).toEqual([
      { start: 0, end: ROW.length, weight: 0.95 },
      { start: prose, end: prose + PROSE.length, weight: 0.95 },
      { start: text.indexOf(LATER), end: text.length, weight: 0.95 },
    ]);
  });

  it("raises the confidence with each further sentence, never to 1", () => {
    const sentence = "Here T1059 was seen. ";
    const text = sentence.repeat(50);
    const mentions = Array.from({ length: 50 }, (_, n) =>
      mention(text, "T1059", 0.95, n * sentence.length),
    );
    const values = [1, 2, 10, 50].map(
      (n) => merged(text, mentions.slice(0, n))[0]?.confidence ?? 0,
    );
    expect(values[0]).toBe(0.95);
    expect(values).toEqual(values.toSorted((a, b) => a - b));
    expect(new Set(values).size).toBe(4);
    expect(values[3]).toBeLessThan(1);
  });

  it("is not raised by ids that nothing describes", () => {
    const sentence = "See T1059 there. ";
    const text = sentence.repeat(10);
    const mentions = Array.from({ length: 10 }, (_, n) => ({
      ...mention(text, "T1059", 0.6, n * sentence.length),
      isUndescribed: true,
    }));
    expect(merged(text, mentions)[0]?.confidence).toBe(0.6);
    const described = mention(text, "T1059", 0.95);
    expect(merged(text, [described, ...mentions])[0]?.confidence).toBe(0.95);
  });

  it("keeps the surest mention's confidence, and finds it within a passage", () => {
    const text = "A script interpreter ran on a host there, which is T1059 of course.";
    const mentions = [mention(text, "script interpreter", 0.75), mention(text, "T1059", 0.95)];
    expect(merged(text, mentions)[0]?.confidence).toBe(0.95);
    expect(surestWithin(mentions, 0, text.length)?.hit).toEqual({ kind: "id", text: "T1059" });
    expect(surestWithin(mentions, 0, 30)?.hit?.kind).toBe("name");
  });

  it("joins the sentences that a mention spans", () => {
    const text = "Command and\n\nScripting";
    const [entry] = merged(text, [mention(text, text, 0.75)]);
    expect(entry?.speaking).toEqual([{ start: 0, end: text.length, weight: 0.75 }]);
  });
});
