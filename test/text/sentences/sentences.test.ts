import { describe, expect, it } from "vitest";
import { outlineText } from "../../../src/text/outline/outline-text.ts";
import { MAX_SENTENCE, splitSentences } from "../../../src/text/sentences/sentences.ts";

const sentencesOf = (text: string) =>
  splitSentences(outlineText(text)).map(({ start, end }) => text.slice(start, end));

/** The rules that hold for every input. */
function expectSound(text: string): void {
  let last = 0;
  for (const { start, end } of splitSentences(outlineText(text))) {
    expect(text.slice(last, start).trim()).toBe("");
    expect(text.slice(start, end).trim()).toBe(text.slice(start, end));
    expect(end).toBeGreaterThan(start);
    expect(end - start).toBeLessThanOrEqual(MAX_SENTENCE);
    last = end;
  }
  expect(text.slice(last).trim()).toBe("");
}

describe("sentences of prose", () => {
  it.each<[string, string[]]>([
    [
      "It ran. Then it slept! Why? Nobody knows.",
      ["It ran.", "Then it slept!", "Why?", "Nobody knows."],
    ],
    [
      "The loader wraps\nover two lines. It stops.",
      ["The loader wraps\nover two lines.", "It stops."],
    ],
    ["One paragraph\n\nanother one", ["One paragraph", "another one"]],
    [
      "They used tools, e.g. Netcat, i.e. Cat. Done.",
      ["They used tools, e.g. Netcat, i.e. Cat.", "Done."],
    ],
    ["See Fig. 3 and No. 5. No. They left.", ["See Fig. 3 and No. 5.", "No.", "They left."]],
    ["Sold by Example Inc. The buyer left.", ["Sold by Example Inc.", "The buyer left."]],
    ["Sold by Example Inc. Berlin to us.", ["Sold by Example Inc. Berlin to us."]],
    ["Hosts in the U.S. Treasury fell.", ["Hosts in the U.S. Treasury fell."]],
    ["Found by J. Doe on Jan. 5 vs. Others.", ["Found by J. Doe on Jan. 5 vs. Others."]],
    ["Logs, dumps, etc. Nothing remained.", ["Logs, dumps, etc.", "Nothing remained."]],
    [
      "It ran cmd.exe at 10.0.0.1 (v2.1) for evil[.]com. Then T1059.001. End",
      ["It ran cmd.exe at 10.0.0.1 (v2.1) for evil[.]com.", "Then T1059.001.", "End"],
    ],
    [
      "Scripts ran [T1059].[3] Next came mail.[4][5] Last",
      ["Scripts ran [T1059].[3]", "Next came mail.[4][5]", "Last"],
    ],
    ["“It is over.” She left (at last.) Good", ["“It is over.”", "She left (at last.)", "Good"]],
    [
      "They made anchor_dns. anchor_dns is a backdoor. njRAT came. then nothing.",
      ["They made anchor_dns.", "anchor_dns is a backdoor.", "njRAT came. then nothing."],
    ],
    ["攻击者发送邮件。随后运行脚本！结束", ["攻击者发送邮件。", "随后运行脚本！", "结束"]],
    ["彼は「来た。」と言った。次へ", ["彼は「来た。」", "と言った。", "次へ"]],
    [
      "Группа атаковала банк. Затем она ушла, т.е. Скрылась.",
      ["Группа атаковала банк.", "Затем она ушла, т.е. Скрылась."],
    ],
  ])("splits %j", (text, expected) => {
    expect(sentencesOf(text)).toEqual(expected);
    expectSound(text);
  });

  it("keeps an id over a line break in one sentence", () => {
    expect(sentencesOf("They ran T1059.\n001 and left.")).toEqual([
      "They ran T1059.\n001 and left.",
    ]);
  });
});

describe("lists, tables and headings", () => {
  it("reads over the head and foot of every page", () => {
    const page = (n: number) => `Page ${n} of 3\nTLP:CLEAR\n`;
    const text = `${page(1)}first half\n\n${page(2)}second half.\n\n${page(3)}The end.`;
    expect(sentencesOf(text)).toEqual(["first half", "second half.", "The end."]);
    // The sentence goes on behind the marking, which is inside of it.
    const torn = "first half\nTLP:CLEAR\nof three.";
    expect(sentencesOf(`TLP:CLEAR\n${torn}`)).toEqual([torn]);
  });

  it("takes an item of one word by itself, and a caption", () => {
    expect(sentencesOf("• evil[.]com\nThis malware used the domains.")).toEqual([
      "• evil[.]com",
      "This malware used the domains.",
    ]);
    expect(sentencesOf("• evil[.]com\nand more of them")).toHaveLength(1);
    expect(sentencesOf("It was seen in two libraries\nTable 16: Techniques of Control")).toEqual([
      "It was seen in two libraries",
      "Table 16: Techniques of Control",
    ]);
  });

  it.each(["•", "-", "*", "▪", "\uf0b7", "o", "1."])(
    "starts a sentence at the bullet %s",
    (bullet) => {
      const text = `We saw:\n${bullet} first thing\n${bullet} second thing that\nwraps`;
      expect(sentencesOf(text)).toEqual([
        "We saw:",
        `${bullet} first thing`,
        `${bullet} second thing that\nwraps`,
      ]);
    },
  );

  it("parts a heading from the sentence after it", () => {
    const text = "It ended there.\nInitial Access\nThe actor sent\nmail to all.";
    expect(sentencesOf(text)).toEqual([
      "It ended there.",
      "Initial Access",
      "The actor sent\nmail to all.",
    ]);
  });

  it("takes each line of a table for itself", () => {
    const text = "Phishing    T1566    Mail\nPowerShell\tT1059.001\tScripts\nName | Id";
    expect(sentencesOf(text)).toHaveLength(3);
  });
});

describe("over-long text", () => {
  it("cuts at white space, never inside an id", () => {
    const text = "word T1059.001 ".repeat(400);
    expectSound(text);
    for (const sentence of sentencesOf(text))
      expect(sentence).toMatch(/^(?:word|T1059\.001).*(?:word|T1059\.001)$/);
  });

  it("moves a hard cut before an id", () => {
    const text = `${"字".repeat(596)}T1059.001${"字".repeat(50)}`;
    expect(sentencesOf(text).filter((sentence) => sentence.includes("T1059.001"))).toHaveLength(1);
    expectSound(text);
  });

  it("does not divide a surrogate pair", () => {
    const text = `a${"😀".repeat(2000)}`;
    for (const sentence of sentencesOf(text)) expect(sentence.isWellFormed()).toBe(true);
    expectSound(text);
  });
});

describe("text that is no prose", () => {
  it.each([
    "",
    " \n\t ",
    "\ud800",
    "\udc00 a \ud800.",
    ".",
    "...",
    "1. 2. 3.",
    "((((",
    "\r\n\r\n",
    "a\u2028b",
  ])("survives %j", (text) => {
    expectSound(text);
    expect(sentencesOf(text).length > 0).toBe(text.trim() !== "");
  });
});
