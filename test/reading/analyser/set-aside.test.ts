import { expect, it } from "vitest";
import { createIdJudge } from "../../../src/reading/analyser/judge-ids.ts";
import { judgeMentions } from "../../../src/reading/analyser/exclude-mentions.ts";
import type { TechniqueMention } from "../../../src/reading/recognition/detectors.ts";
import { createSentenceJudge } from "../../../src/reading/recognition/acts/judge-sentences.ts";
import { outlineText } from "../../../src/text/outline/outline-text.ts";
import { splitSentences } from "../../../src/text/sentences/sentences.ts";

/** Returns where the mentions of T1190 that count are, and why the others are excluded. */
function judged(text: string, kind: "id" | "name" = "id") {
  const outline = outlineText(text);
  const sentences = splitSentences(outline);
  const mentions = [...text.matchAll(/T1190/g)].map(({ index }): TechniqueMention => ({
    attack_id: "T1190",
    confidence: 0.95,
    start: index,
    end: index + 5,
    hit: { kind, text: "T1190" },
  }));
  const judge = createSentenceJudge(outline, sentences);
  const judgeId = createIdJudge(judge, () => "described");
  const { counted, aside } = judgeMentions(mentions, sentences, judge, judgeId);
  return { counted: counted.map(({ start }) => start), aside: aside.map(({ reason }) => reason) };
}

const POINTER = "See the references above for flaws in such servers [T1190].";
const ACT = "The actors exploited the server of the agency [T1190].";

it("counts an id in a list of sources where it stands nowhere else", () => {
  expect(judged(POINTER)).toEqual({ counted: [POINTER.indexOf("T1190")], aside: [] });
});

it("quotes an id from where something is done, when it stands there too", () => {
  const text = `${POINTER}\n\n${ACT}`;
  expect(judged(text)).toEqual({ counted: [text.lastIndexOf("T1190")], aside: ["references"] });
});

it("does not count a name there", () => {
  expect(judged(POINTER, "name")).toEqual({ counted: [], aside: ["references"] });
});
