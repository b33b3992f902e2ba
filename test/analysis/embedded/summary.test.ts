import { describe, expect, it } from "vitest";
import { splitSentences } from "../../../src/analysis/embedded/sentences.ts";
import { summarise } from "../../../src/analysis/embedded/summary.ts";
import { findTechniqueIds } from "../../../src/analysis/embedded/technique-ids.ts";

const summaryOf = (text: string) =>
  summarise(text, splitSentences(text), findTechniqueIds(text), []).join("");

const OPENING = "Extract from the report, in its own words: ";

describe("summary", () => {
  it("quotes sentences in text order and marks what it leaves out", () => {
    const first = "The intruders sent mail with a malicious\ndocument to every clerk (T1566.001).";
    const second = "Its macro then started a script that fetched the next stage (T1059.001).";
    const last = "After two days they copied the whole archive to a rented host (T1567).";
    const text = `${first} ${second} The weather was fine and nobody saw anything at all. ${last}`;
    expect(summaryOf(text)).toBe(`${OPENING}${first.replace("\n", " ")} ${second} […] ${last}`);
  });

  it("prefers prose to tables and boilerplate", () => {
    const prose =
      "The loader waits for an hour and then runs a script with a hidden window, see T1059.001.";
    const text = `T1566 | Phishing | Mail | T1598 | T1078 | T1190\n\nFor more information on the use of T1053 in this region please contact us at any time.\n\n${prose}`;
    expect(summaryOf(text)).toBe(`${OPENING}${prose}`);
  });

  it("shows table rows when there is no prose", () => {
    expect(summaryOf("T1566 | Phishing\nT1059 | Scripts")).toBe(
      `${OPENING}T1566 | Phishing T1059 | Scripts`,
    );
  });

  it("says plainly when nothing was recognised", () => {
    expect(summaryOf("Nothing to\nsee here. Move on.")).toBe(
      "No technique was recognised. The report begins: Nothing to see here. Move on.",
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
