import { describe, expect, it } from "vitest";
import { bodyText } from "../../../src/text/document/body-text.ts";
import { foldBlanks } from "../../../src/text/document/fold-blanks.ts";
import { outlineText } from "../../../src/text/outline/outline-text.ts";
import { splitSentences } from "../../../src/text/sentences/sentences.ts";

const REPORT = [
  "Intrusion at a supplier of machine parts",
  "The intruders sent a message with a document that ran a macro when it was opened by the\naccountant, who was asked to enable its content.",
  "The macro wrote a script to the folder of the user and ran it every hour by a scheduled task.",
  "- A loader was copied to three servers over the administrative share.\n- The memory of the security service was dumped with a tool of the system.",
  "Recommendations",
  "Block macros in documents from the internet, and watch for new tasks on workstations.",
].join("\n\n");

const LINES = [
  "Licensed to Example Bank plc. Do not redistribute.",
  "CONFIDENTIAL",
  "TLP:AMBER+STRICT",
  "© 2026 Contoso Threat Research – internal use only",
  "Dieses Exemplar ist für Beispiel GmbH bestimmt",
  "仅供内部使用 – 请勿转发",
];

/** The sentences as they are read: without furniture, each blank once. */
function readSentences(text: string): string[] {
  const outline = outlineText(text);
  const body = bodyText(outline);
  return splitSentences(outline).map(({ start, end }) => foldBlanks(body.slice(start, end)));
}

/** A text with a line at so many of its line ends, each time by itself or between empty lines. */
function interrupt(text: string, line: string, breaks: readonly number[], apart: boolean): string {
  const lines = text.split("\n");
  const around = apart ? ["", line, ""] : [line];
  for (const at of breaks.toSorted((a, b) => b - a)) lines.splice(at, 0, ...around);
  return lines.join("\n");
}

describe("a line that is repeated between those of the report", () => {
  const places: Record<string, number[]> = {
    "at the beginning, in the middle, at the end": [0, 5, 14],
    "between paragraphs": [2, 5, 8],
    "inside a sentence": [3, 6, 9],
    "in a list and around it": [6, 8, 9],
    "below headings": [1, 5, 12],
    tiled: [3, 3, 3, 5, 5, 5, 8, 8, 8],
  };
  it.each(LINES)("is read over: %s", (line) => {
    const expected = readSentences(REPORT);
    for (const [place, breaks] of Object.entries(places)) {
      const text = interrupt(REPORT, line, breaks, false);
      expect({ place, sentences: readSentences(text) }).toEqual({ place, sentences: expected });
      expect(bodyText(outlineText(text))).not.toContain(line);
    }
  });

  it.each(LINES)("parts no sentence with empty lines around it: %s", (line) => {
    const text = interrupt(REPORT, line, [3, 6, 9], true);
    expect(readSentences(text)).toEqual(readSentences(REPORT));
  });

  it("keeps its place, and all offsets", () => {
    const line = "Licensed to Example Bank plc.";
    const text = interrupt(REPORT, line, [3, 6, 9], false);
    const { blocks } = outlineText(text);
    const furniture = blocks.filter(({ kind }) => kind === "furniture");
    expect(furniture.map(({ start, end }) => text.slice(start, end))).toEqual([line, line, line]);
    expect(bodyText({ text, blocks })).toHaveLength(text.length);
    expect(blocks.filter(({ continues }) => continues === true)).toHaveLength(1);
  });
});

describe("a line that is repeated and belongs to the report", () => {
  const furnitureOf = (text: string) => {
    const { blocks } = outlineText(text);
    const found = blocks.filter(({ kind }) => kind === "furniture");
    return found.map(({ start, end }) => text.slice(start, end));
  };
  const prose = (n: number) =>
    `In chapter ${n} the intruders used another tool to reach what they had been looking for.`;

  it.each(["Mitigations", "Detection", "References", "Рекомендации", "检测方法"])(
    "a heading of every chapter: %s",
    (heading) => {
      expect(
        furnitureOf([1, 2, 3, 4].map((n) => `${heading}\n\n${prose(n)}`).join("\n\n")),
      ).toEqual([]);
    },
  );

  it.each(
    ["• Windows", "- 203.0.113.7", "T1059.001 PowerShell", "Windows\tLinux", "Commands:"].concat(
      'hash1 = "056f326d9ab960ed02356b34a6dcd72d7180fc83"',
      "203.0.113.7",
      "hxxps://files[.]example/a",
      "C:\\Windows\\Temp\\a.exe",
      "$ whoami",
    ),
  )("an entry, a row, a technique, a label, a value, code: %s", (line) => {
    expect(furnitureOf([1, 2, 3, 4].map((n) => `${prose(n)}\n${line}`).join("\n"))).toEqual([]);
  });

  it("cells of a table that has lost its form", () => {
    expect(furnitureOf("Name\nWindows\nyes\nOther\nWindows\nno\nThird\nWindows\nyes")).toEqual([]);
  });

  it("all of a text that says the same again and again", () => {
    expect(furnitureOf(`${prose(1)}\n`.repeat(50))).toEqual([]);
    expect(furnitureOf(`${prose(1)}\n\n${prose(2)}\n`.repeat(50))).toEqual([]);
  });
});

describe("heads and feet of pages", () => {
  it.each([
    ["Page 3 of 9"],
    ["Page 4 of 12 | Product 2031-7"],
    ["TLP:CLEAR"],
    ["Seite 4 von 12"],
    ["Страница 4 из 12"],
    ["Product ID: AA26-001A"],
  ])("are furniture wherever they stand: %s", (line) => {
    const { blocks } = outlineText(`The intruders used a tool.\n\n${line}\n\nThen they left.`);
    expect(blocks.map(({ kind }) => kind)).toEqual(["paragraph", "furniture", "paragraph"]);
  });

  it("of a printed web page: its date, its title, its address and its number", () => {
    const page = (n: number, words: string) =>
      `3/12/26, 10:14 AM How we found a loader | Contoso Blog\n${words}\nhttps://blog.contoso.example/how-we-found-a-loader ${n}/3`;
    const text = [
      page(1, "The intruders copied the loader to three servers and then"),
      page(2, "started it with a scheduled task of the system, which ran every"),
      page(3, "hour."),
    ].join("\n");
    expect(readSentences(text)).toEqual([
      "The intruders copied the loader to three servers and then started it with a scheduled task of the system, which ran every hour.",
    ]);
  });
});

describe("what only looks like a number of a page", () => {
  const furnitureOf = (text: string) =>
    outlineText(text).blocks.filter(({ kind }) => kind === "furniture");

  it.each([
    [
      "days of a log",
      (n: number) =>
        `1${n}/02/2024 03:1${n}:05 RDP logon from 185.220.101.${n} as an administrator`,
    ],
    [
      "engines that detect",
      (n: number) => `12 / 7${n} engines detect the dropper at 91.200.14.7${n}`,
    ],
    [
      "pages that a site has",
      (n: number) => `Landing page 1 sends the passwords to 185.220.101.${n} each night`,
    ],
  ])("%s", (_, line) => {
    expect(furnitureOf([1, 2, 3, 4].map(line).join("\n"))).toEqual([]);
  });

  it.each(["mail-sync-update.net", "decrypt-support@proton.me", "CVE-2023-34362", "svchost32.exe"])(
    "a value that each campaign has: %s",
    (value) => {
      const told = (n: number) =>
        `In campaign ${n} the mails had a link to this, from which an archive came down:`;
      expect(furnitureOf([1, 2, 3].map((n) => `${told(n)}\n\n${value}`).join("\n\n"))).toEqual([]);
    },
  );

  it("the ends of wrapped lines", () => {
    const told = (how: string) =>
      `The backdoor was installed by the attackers with ${how} on\nthe domain controller of the site.`;
    const text = ["a scheduled task", "a new service", "a run key"].map(told).join("\n\n");
    expect(furnitureOf(text)).toEqual([]);
  });
});
