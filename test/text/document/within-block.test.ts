import { describe, expect, it } from "vitest";
import type { Block, BlockKind } from "../../../src/text/document/document.ts";
import { withinBlock } from "../../../src/text/document/within-block.ts";

const ALL: [BlockKind, string][] = [
  ["heading", "Execution"],
  ["paragraph", "The loader ran a script from"],
  ["furniture", "Licensed to somebody whose name is longer than all the others"],
  ["paragraph", "the temporary folder:"],
  ["code", "powershell -enc SQBFAFgA"],
  ["row", "T1059 | Command and Scripting Interpreter"],
  ["row", "T1566 | Phishing"],
];
const TEXT = ALL.map(([, words]) => words).join("\n\n");
const BLOCKS = ALL.map(([kind, words]): Block => {
  const start = TEXT.indexOf(words);
  return { kind, start, end: start + words.length, source: "format" };
});
const OUTLINE = { text: TEXT, blocks: BLOCKS };

/** From the first words to the last ones. */
const from = (first: string, last: string) => ({
  start: TEXT.indexOf(first),
  end: TEXT.indexOf(last) + last.length,
});
const cut = (first: string, last: string, around?: string) => {
  const span = withinBlock(OUTLINE, from(first, last), around ? from(around, around) : undefined);
  return span && TEXT.slice(span.start, span.end);
};

describe("withinBlock", () => {
  it("keeps what lies within a block, and what follows each other without furniture", () => {
    expect(cut("loader", "script")).toBe("loader ran a script");
    expect(cut("folder", "-enc")).toBe("folder:\n\npowershell -enc");
    expect(cut("Execution", "Execution")).toBe("Execution");
  });

  it("cuts off headings, furniture and other rows", () => {
    expect(cut("Execution", "script")).toBe("The loader ran a script");
    expect(cut("loader", "folder")).toBe("loader ran a script from");
    expect(cut("folder", "T1059 | Command")).toBe("folder:\n\npowershell -enc SQBFAFgA");
    expect(cut("T1059", "Phishing")).toBe("T1059 | Command and Scripting Interpreter");
  });

  it("has no white space at its ends", () => {
    const { start } = from("Execution", "Execution");
    const span = withinBlock(OUTLINE, { start: start + 9, end: start + 15 });
    expect(span && TEXT.slice(span.start, span.end)).toBe("The");
  });

  it("takes the part around a place instead of the longest", () => {
    expect(cut("loader", "-enc")).toBe("the temporary folder:\n\npowershell -enc");
    expect(cut("loader", "-enc", "script")).toBe("loader ran a script from");
    expect(cut("loader", "folder", "Licensed")).toBe("loader ran a script from");
  });

  it("is null for furniture and white space", () => {
    expect(cut("Licensed", "others")).toBeNull();
    expect(withinBlock(OUTLINE, { start: 9, end: 11 })).toBeNull();
    expect(withinBlock({ text: "", blocks: [] }, { start: 0, end: 0 })).toBeNull();
  });
});
