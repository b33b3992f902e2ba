import { describe, expect, it } from "vitest";
import { orderSteps } from "../../../../src/sharing/exports/flow/order-steps.ts";
import { headingPart, outlineOf, type Part } from "../../../support/text/outline-of.ts";

const TACTICS = ["initial-access", "execution", "exfiltration"];
const FILLER =
  "Nothing else of note was found on the hosts that were looked at in that week. ".repeat(8);

/** Orders techniques by the words that show them, each as often as the report says them. */
function orderOf(parts: readonly (Part | string)[], shown: Record<string, string>) {
  const outline = outlineOf(parts);
  const techniques = Object.entries(shown).map(([id, words]) => ({
    attack_id: id,
    tactic: id === "T1566" ? "initial-access" : id === "T1041" ? "exfiltration" : "execution",
    verified: words !== "",
    evidence: words,
    evidence_start: null,
    evidence_end: null,
    passages: passagesOf(outline.text, words),
  }));
  const { steps, loose } = orderSteps(techniques, outline, TACTICS);
  const idsOf = (list: typeof steps) => list.map(({ technique }) => technique.attack_id);
  return {
    steps: idsOf(steps),
    loose: idsOf(loose),
    passages: steps.map(({ passage }) => passage),
  };
}

function passagesOf(text: string, words: string) {
  if (words === "") return [];
  return [...text.matchAll(new RegExp(words, "g"))]
    .map(({ 0: found, index: start }) => ({ text: found, start, end: start + found.length }))
    .toReversed();
}

describe("the order of a flow", () => {
  it("is that of the first passage of each, not of the best", () => {
    const { steps } = orderOf(
      ["They sent mails. They ran scripts. They stole files. They sent mails."],
      { T1041: "stole files", T1059: "ran scripts", T1566: "sent mails" },
    );
    expect(steps).toEqual(["T1566", "T1059", "T1041"]);
  });

  it("is that of the body, whatever a summary says first", () => {
    const parts = [
      headingPart("Summary", 1),
      "They stole files after they had sent mails.",
      headingPart("The intrusion", 1),
      `They sent mails. They ran scripts. Then they stole files. ${FILLER}`,
    ];
    const shown = { T1041: "stole files", T1059: "ran scripts", T1566: "sent mails" };
    expect(orderOf(parts, shown).steps).toEqual(["T1566", "T1059", "T1041"]);
  });

  it("puts what only the summary tells of next to what it tells of before", () => {
    const parts = [
      headingPart("Summary", 1),
      "They sent mails, ran scripts, and stole files.",
      headingPart("The intrusion", 1),
      `They sent mails. Then they stole files. ${FILLER}`,
    ];
    const shown = { T1041: "stole files", T1059: "ran scripts", T1566: "sent mails" };
    expect(orderOf(parts, shown)).toMatchObject({ steps: ["T1566", "T1059", "T1041"], loose: [] });
  });

  it("puts what the summary begins with before what comes next in it", () => {
    const parts = [
      headingPart("Summary", 1),
      "They ran scripts, then stole files.",
      headingPart("The intrusion", 1),
      `They sent mails. They stole files. ${FILLER}`,
    ];
    const shown = { T1041: "stole files", T1059: "ran scripts", T1566: "sent mails" };
    expect(orderOf(parts, shown).steps).toEqual(["T1566", "T1059", "T1041"]);
  });

  it("puts it next to what the summary tells of closest to it", () => {
    const parts = [
      headingPart("Summary", 1),
      "The group has stolen files for years. In this case it sent mails and ran scripts.",
      headingPart("The intrusion", 1),
      `They ran scripts. They deleted logs. Then they stole files. ${FILLER}`,
    ];
    const shown = {
      T1041: "(?:have )?stole[n]? files",
      T1059: "ran scripts",
      T1070: "deleted logs",
      T1566: "sent mails",
    };
    expect(orderOf(parts, shown).steps).toEqual(["T1566", "T1059", "T1070", "T1041"]);
  });

  it("leaves without a place what only a list, advice or no passage shows", () => {
    const parts = [
      { text: "T1059\tThey ran scripts.", kind: "row" } as const,
      `They sent mails. ${FILLER}`,
      headingPart("Mitigations", 1),
      "Block hosts from which they stole files.",
    ];
    const shown = {
      T1041: "stole files",
      T1059: "ran scripts",
      T1566: "sent mails",
      T1204: "",
    };
    expect(orderOf(parts, shown)).toMatchObject({
      steps: ["T1566"],
      loose: ["T1059", "T1204", "T1041"],
    });
  });

  it("is that of the matrix within one passage", () => {
    const shown = { T1041: "mails and files", T1059: "mails and files", T1566: "mails and files" };
    expect(orderOf(["It was about mails and files."], shown).steps).toEqual([
      "T1566",
      "T1059",
      "T1041",
    ]);
  });

  it("shows the passage that gives a step its place", () => {
    const parts = [headingPart("Summary", 1), "Mails.", headingPart("Mails", 1), `mails ${FILLER}`];
    expect(orderOf(parts, { T1566: "[Mm]ails" }).passages).toEqual(["Mails"]);
    expect(orderOf(parts, { T1566: "mails" }).passages).toEqual(["mails"]);
  });
});
