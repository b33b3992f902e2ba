import { describe, expect, it } from "vitest";
import { announcesDigest } from "../../../src/text/headings/digest-heading.ts";
import { classifyTelling, type Telling } from "../../../src/text/sections/classify-telling.ts";
import { headingPart, itemPart, outlineOf, type Part } from "../../support/text/outline-of.ts";

const STORY =
  "They sent mails with a document. Its macro ran a script that loaded the next stage. ";
const LONG = STORY.repeat(4);

function tellingsOf(...parts: (Part | string)[]): readonly Telling[] {
  return classifyTelling(outlineOf(parts));
}

describe("a heading of a digest", () => {
  it.each([
    "Executive Summary",
    "1. Summary",
    "Summary of the intrusion",
    "TL;DR",
    "Key findings",
    "Conclusions",
    "Appendix B: MITRE ATT&CK",
    "Zusammenfassung",
    "Synthèse",
    "结论",
    "まとめ",
  ])("%s", (heading) => expect(announcesDigest(heading)).toBe(true));

  it.each(["Initial access", "The overview page that leaked the keys of everyone", "Timeline"])(
    "not %s",
    (heading) => expect(announcesDigest(heading)).toBe(false),
  );
});

describe("how a report tells", () => {
  it("again in a summary, as a story in its body, and again in the conclusion", () => {
    const parts = [
      headingPart("Executive Summary", 1),
      STORY,
      headingPart("In short", 2),
      STORY,
      headingPart("The intrusion", 1),
      LONG,
      headingPart("Conclusion", 1),
      STORY,
    ];
    expect(tellingsOf(...parts)).toEqual([
      "digest",
      "digest",
      "digest",
      "digest",
      "narrative",
      "narrative",
      "digest",
      "digest",
    ]);
  });

  it("as a story where the summary is the report", () => {
    expect(tellingsOf(headingPart("Summary", 1), LONG, "It ended there.")).toEqual([
      "narrative",
      "narrative",
      "narrative",
    ]);
  });

  it("as a list in rows and lines that name a technique by its id", () => {
    const row: Part = { text: "Phishing\tT1566\tThey sent mails.", kind: "row" };
    const event: Part = { text: "3 May\tThey sent mails.", kind: "row" };
    const entry = itemPart("T1059.001: They ran scripts.");
    const inText = "They ran scripts [T1059.001] on each host.";
    expect(tellingsOf(LONG, row, event, entry, inText)).toEqual([
      "narrative",
      "list",
      "narrative",
      "list",
      "narrative",
    ]);
  });

  it("as a list where ids stand alone or side by side", () => {
    const parts = ["Phishing", "T1566", "They sent mails.", LONG];
    expect(tellingsOf(...parts)).toEqual(["narrative", "list", "list", "narrative"]);
    expect(tellingsOf("Phishing [T1566], PowerShell [T1059.001]", LONG)[0]).toBe("list");
    expect(tellingsOf(`${STORY}[T1566] ${STORY}[T1059.001]`, LONG)[0]).toBe("narrative");
    expect(tellingsOf("Then T1566 mail came and T1059.001 ran.", LONG)[0]).toBe("narrative");
  });

  it("aside in advice and indicators", () => {
    expect(tellingsOf(LONG, headingPart("Mitigations", 1), "Disable macros.")).toEqual([
      "narrative",
      "aside",
      "aside",
    ]);
  });
});
