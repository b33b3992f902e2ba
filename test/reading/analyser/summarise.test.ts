import { describe, expect, it } from "vitest";
import type { ReleaseIndex } from "../../../src/knowledge/attack/release-index.ts";
import { splitSentences } from "../../../src/reading/recognition/sentences.ts";
import { summarise } from "../../../src/reading/analyser/summarise.ts";
import { findTechniqueIds } from "../../../src/reading/recognition/technique-ids.ts";
import { sentenceAt } from "../../../src/reading/recognition/sentences.ts";
import {
  type FoundTechnique,
  UNEXPLAINED,
} from "../../../src/reading/recognition/found-technique.ts";
import { smallRelease } from "../../support/small-release.ts";

const tactics: Record<string, string> = {
  "T1566.001": "initial-access",
  "T1059.001": "execution",
  T1059: "execution",
  T1078: "persistence",
};

/** The small release with tactics for some of its techniques. */
function release(): ReleaseIndex {
  const small = smallRelease();
  return {
    ...small,
    tactics: [
      { attack_id: "TA0001", shortname: "initial-access", name: "Initial Access" },
      { attack_id: "TA0002", shortname: "execution", name: "Execution" },
      { attack_id: "TA0003", shortname: "persistence", name: "Persistence" },
    ],
    techniques: new Map(
      [...small.techniques].map(([id, technique]) => [
        id,
        { ...technique, tactics: [tactics[id] ?? "execution"] },
      ]),
    ),
  };
}

/** One finding per printed id, its sentence as evidence. */
function findingsIn(text: string): FoundTechnique[] {
  const sentences = splitSentences(text);
  return findTechniqueIds(text).map(({ attack_id, start }, place) => {
    const { start: from, end } = sentences[sentenceAt(sentences, start)] ?? { start: 0, end: 0 };
    const offsets = { evidence_start: from, evidence_end: end };
    const evidence = text.slice(from, end);
    const confidence = 0.9 - place / 100;
    const rest = { passages: [], warnings: [], explanation: UNEXPLAINED };
    return { attack_id, confidence, evidence, ...offsets, ...rest };
  });
}

const apt29 = { attack_id: "G0016", name: "APT29", mentioned: ["APT29", "Cozy Bear"] };
const turla = { attack_id: "G0010", name: "Turla", mentioned: ["Turla"] };
const summaryOf = (text: string, groups = [apt29].slice(1)) =>
  summarise(text, splitSentences(text), findingsIn(text), groups, release()).join("");

const MAIL = "The intruders sent mail with a malicious document to every clerk (T1566.001).";
const SCRIPT = "Its macro then started a script that fetched\nthe next stage (T1059.001).";

describe("summary", () => {
  it("tells by whom, then what was done in tactic order, in the report's own words", () => {
    expect(summaryOf(`${SCRIPT} ${MAIL}`, [apt29, turla])).toBe(
      "The report names APT29 (as Cozy Bear) and Turla. It describes 2 techniques across 2 tactics.\n" +
        `Initial Access: Spearphishing Attachment (T1566.001): “${MAIL}”\n` +
        `Execution: PowerShell (T1059.001): “${SCRIPT.replace("\n", " ")}”`,
    );
  });

  it("quotes a sentence once, and tables and boilerplate never", () => {
    const both =
      "They sent a document whose macro ran a script on all hosts (T1566.001, T1059.001).";
    expect(summaryOf(both)).toBe(
      "The report describes 2 techniques across 2 tactics.\n" +
        `Initial Access: Spearphishing Attachment (T1566.001): “${both}”\nExecution: PowerShell (T1059.001).`,
    );
    const table =
      "T1566.001 | Mail | Attachment\n\nFor more information on T1078 please contact us today.";
    expect(summaryOf(table)).toBe(
      "The report describes 2 techniques across 2 tactics.\n" +
        "Initial Access: Spearphishing Attachment (T1566.001).\nPersistence: Valid Accounts (T1078).",
    );
  });

  it("says plainly when nothing was recognised", () => {
    expect(summaryOf("Nothing to\nsee here. Move on.")).toBe(
      "No technique was recognised. The report begins: Nothing to see here. Move on.",
    );
    expect(summaryOf("Turla was here.", [turla])).toBe(
      "The report names Turla. No technique was recognised. The report begins: Turla was here.",
    );
    expect(summaryOf(" \n ")).toBe("No technique was recognised. The report holds no words.");
  });

  it("stays short and well formed", () => {
    const long = `\ud800 ${"the script was run on many hosts and then again ".repeat(7)} T1059.001.\n\n`;
    const summary = summaryOf(long.repeat(50));
    expect(summary.length).toBeLessThan(2_100);
    expect(summary.isWellFormed()).toBe(true);
  });
});
