import { describe, expect, it } from "vitest";
import { readPdf } from "../../../src/formats/documents/read-pdf.ts";
import {
  acrossLines,
  downColumns,
  drawPdf,
  layLines,
  layTable,
  type Row,
} from "../../support/documents/draw-pdf.ts";
import { failureOf } from "../../support/documents/failure.ts";
import { LIMITS } from "../../support/documents/limits.ts";

const COLUMNS = [60, 150, 300];
const HEADING: Row = [["File"], ["MD5"], ["SHA-256"]];
const AGENT: Row = [
  ["agent.exe"],
  ["0cc175b9c0f1b6a831c", "399e269772661"],
  ["ca978112ca1bbdcafac231b39a23dc4da7", "86eff8147c4e72b9807785afee48bb"],
];
const HOST: Row = [
  ["host.dll"],
  ["92eb5ffee6ae2fec3ad", "71c777531578f"],
  ["3e23e8160039594a33894f6564e1b1348b", "bbd7a0088d42c4acb73eeaed59c009d"],
];

const textOf = async (pages: Parameters<typeof drawPdf>[0]) =>
  (await readPdf(await drawPdf(pages), LIMITS)).text;
const tableText = (rows: readonly Row[]) =>
  rows.map((row) => row.map((cell) => cell.join("\n")).join("\t")).join("\n");
const lay = (rows: readonly Row[], rowSpace = 22) =>
  layTable(rows, { columns: COLUMNS, top: 700, rowSpace });

describe("tables in a PDF", () => {
  const rows = [HEADING, AGENT, HOST];

  it("keeps the lines of a cell together where they were drawn across the row", async () => {
    const pieces = acrossLines(lay(rows));
    expect(await textOf([pieces])).toBe(tableText(rows));
  });

  it("does so where rows stand no further apart than lines", async () => {
    const pieces = acrossLines(lay(rows, 12));
    expect(await textOf([pieces])).toBe(tableText(rows));
  });

  it("puts tabs between cells that were drawn one after the other", async () => {
    expect(await textOf([lay(rows).flat(2)])).toBe(tableText(rows));
  });

  it("leaves whole cells whole where the table was drawn column by column", async () => {
    const text = await textOf([downColumns(lay(rows))]);
    for (const cell of [AGENT, HOST].flat())
      expect(text.split("\t").join("\n")).toContain(cell.join("\n"));
  });

  it("reads a table that goes on on the next page", async () => {
    const pages = [
      [HEADING, AGENT],
      [HOST, AGENT],
    ].map((part) => acrossLines(lay(part)));
    expect(await textOf(pages)).toBe(
      `${tableText([HEADING, AGENT])}\n\n${tableText([HOST, AGENT])}`,
    );
  });

  it("keeps rows of one line apart, however far the heading stands from them", async () => {
    const list = [
      [["a-one.top"], ["45.9.1.1"], ["first"]],
      [["b-two.top"], ["45.9.1.2"], ["second"]],
      [["c-three.top"], ["45.9.1.3"], []],
    ];
    const heading = layTable([[["Domain"], ["Address"], ["Note"]]], { columns: COLUMNS, top: 730 });
    const pieces = [...acrossLines(heading), ...acrossLines(lay(list, 12))];
    expect(await textOf([pieces])).toBe(
      "Domain\tAddress\tNote\na-one.top\t45.9.1.1\tfirst\nb-two.top\t45.9.1.2\tsecond\nc-three.top\t45.9.1.3",
    );
  });

  it("reads the text around a table as ever", async () => {
    const before = layLines(
      [
        "The loader was seen on two hosts of one network in May",
        "of that year, as the table shows.",
      ],
      60,
      760,
    );
    const after = layLines(
      [
        "Both files were deleted after the first start, and nothing",
        "else was left behind on them.",
      ],
      60,
      560,
    );
    const text = await textOf([[...before, ...acrossLines(lay(rows)), ...after]]);
    expect(text).toBe(
      [
        ...before.map((piece) => piece.text),
        tableText(rows),
        ...after.map((piece) => piece.text),
      ].join("\n"),
    );
  });
});

describe("what is no table in a PDF", () => {
  const left = [
    "The group has been active since the",
    "year 2019 and sends mails with 12 or",
    "more attachments on each working day",
    "to offices in 7 countries, mostly in",
  ];
  const right = [
    "the morning. It rents servers by the",
    "hour, 45 at a time, and drops each of",
    "them after 3 days. Payments are made",
    "in coins, and names are false ones.",
  ];

  it("reads numbers in running text as they stand", async () => {
    const lines = [
      "In 2023 we saw 14 cases, 3 of them",
      "in May, 11 in June and 4 in both, at",
      "10.0.0.1 and 10.0.0.2 of a test net.",
    ];
    expect(await textOf([layLines(lines, 72, 700)])).toBe(lines.join("\n"));
  });

  it("reads two columns of an article one after the other, as they were drawn", async () => {
    const text = await textOf([[...layLines(left, 60, 700), ...layLines(right, 320, 700)]]);
    expect(text).toBe([...left, ...right].join("\n"));
  });

  it("reads an article that was drawn across its columns column by column", async () => {
    const article = [...layLines(left, 60, 700), ...layLines(right, 320, 700)];
    const text = await textOf([article.toSorted((a, b) => b.y - a.y || a.x - b.x)]);
    expect(text).toBe([...left, ...right].join("\n"));
  });

  it("reads a list with its marks", async () => {
    const lines = ["first item of the list, which goes", "second item of the list, which goes"];
    const pieces = lines.flatMap((text, at) => [
      { x: 60, y: 700 - 24 * at, text: `${at + 1}.` },
      { x: 84, y: 700 - 24 * at, text },
      { x: 84, y: 688 - 24 * at, text: "on for a line." },
    ]);
    expect(await textOf([pieces])).toBe(
      lines.map((text, at) => `${at + 1}. ${text}\non for a line.`).join("\n"),
    );
  });

  it("keeps sentences in cells whole, with what stood between cells that were drawn one by one", async () => {
    const rows: Row[] = [
      [
        ["Phishing"],
        ["T1566"],
        ["The group sends mails with links to", "pages that ask for a password."],
      ],
      [
        ["Valid Accounts"],
        ["T1078"],
        ["The group logs in with what it was", "given on these pages by its victims."],
      ],
    ];
    const text = await textOf([layTable(rows, { columns: [60, 200, 280], top: 700 }).flat(2)]);
    expect(text).not.toContain("\t");
    for (const [, , sentence = []] of rows) expect(text).toContain(sentence.join("\n"));
  });

  it("keeps the lines of a listing in their order", async () => {
    const rows: Row[] = [
      [["valueOne"], ["INTEGER,"]],
      [["valueTwo"], ["BOOLEAN"]],
      [["}"], []],
    ];
    const listing = layTable(rows, { columns: [60, 160], top: 680, rowSpace: 12 });
    const before = layTable([[["x"], ["NULL"]]], { columns: [60, 160], top: 720 });
    const text = await textOf([[...acrossLines(before), ...acrossLines(listing)]]);
    expect(text.split(/\s+/)).toEqual(["x", "NULL", ...rows.flat(2)]);
  });

  it("reads justified text, whose words stand far apart", async () => {
    const words = [
      ["These", "notices", "tell", "what"],
      ["was", "seen", "in", "recent"],
      ["cases", "and", "how", "to"],
    ];
    const pieces = words.flatMap((line, row) => {
      const letters = line.join("").length * 6;
      const blank = (260 - letters) / (line.length - 1);
      let x = 60;
      return line.map((text) => {
        const piece = { x, y: 700 - 12 * row, text };
        x += text.length * 6 + blank;
        return piece;
      });
    });
    expect(await textOf([pieces])).toBe(words.map((line) => line.join(" ")).join("\n"));
  });

  it("keeps to the limit of the text on a page of many pieces", async () => {
    const pieces = Array.from({ length: 25_000 }, (_, at) => ({
      x: 60 + 200 * (at % 2),
      y: 780 - Math.floor(at / 2) * 0.06,
      text: "cell",
    }));
    const bytes = await drawPdf([pieces]);
    expect((await readPdf(bytes, LIMITS)).text.match(/cell/g)).toHaveLength(25_000);
    const limits = { ...LIMITS, maxTextChars: 10_000 };
    expect((await failureOf(() => readPdf(bytes, limits))).code).toBe("text_too_long");
  });
});
