import { describe, expect, it } from "vitest";
import { readPdf } from "../../../src/formats/documents/read-pdf.ts";
import { drawPdf, type Placed } from "../../support/documents/draw-pdf.ts";
import { LIMITS } from "../../support/documents/limits.ts";
import { PagePen } from "../../support/documents/report-pages.ts";

const MARK = "Licensed to Example Bank, do not share";

const PAGES = [
  new PagePen()
    .heading(16, "Initial access")
    .paragraph(
      "The actors sent mails with a link to a page that asked for the password of",
      "the victim. They used it to log in to the portal for remote work, and stayed",
      "there for three weeks before anybody noticed.",
    )
    .paragraph("They then ran PowerShell on two hosts of the same network."),
  new PagePen()
    .heading(16, "Discovery")
    .paragraph(
      "On both hosts they listed all accounts of the domain and the shares that were",
      "open to them.",
    )
    .item(
      "•",
      0,
      "Accounts of the domain with net.exe, several times on the",
      "first day of the intrusion",
    )
    .item("•", 0, "Shares with a script"),
  new PagePen()
    .heading(16, "Impact")
    .paragraph(
      "Files were encrypted on the last day, and a note was left in each folder of the",
      "hosts.",
    ),
].map(({ pieces }) => pieces);

const outlineOf = async (pages: readonly (readonly Placed[])[]) => {
  const { text, blocks } = await readPdf(await drawPdf(pages), LIMITS);
  return blocks.map(({ kind, level, page, start, end }) => ({
    kind,
    level,
    page,
    text: text.slice(start, end),
  }));
};

/** Where a watermark is drawn among the pieces of a page. */
const ORDERS: Readonly<Record<string, (page: readonly Placed[], mark: Placed[]) => Placed[]>> = {
  "before the text": (page, mark) => [...mark, ...page],
  "behind the text": (page, mark) => [...page, ...mark],
  "among the text": (page, mark) => [...page.slice(0, 2), ...mark, ...page.slice(2)],
};

const at = (x: number, y: number, look: Partial<Placed> = {}): Placed[] => [
  { x, y, text: MARK, size: 11, font: "regular", ...look },
];
const line = PAGES[0]?.[2]?.y ?? 0;
const tiles = (turn: number) =>
  [90, 300, 510].flatMap((x) => [120, 340, 600].flatMap((y) => at(x, y, { turn, size: 14 })));

const MARKS: Readonly<Record<string, Placed[]>> = {
  "horizontal, at the head": at(150, 770),
  "horizontal, at the foot": at(150, 20),
  "horizontal, in the middle": at(150, 300),
  "horizontal, between two lines": at(100, line + 7),
  "horizontal, on a base line": at(200, line),
  "horizontal, on a base line, right of the text": at(500, line),
  "horizontal, large": at(60, line, { size: 36, font: "bold" }),
  ...Object.fromEntries(
    [
      [100, 100],
      [100, 600],
      [200, 350],
      [300, 500],
      [50, line],
    ].map(([x = 0, y = 0]) => [`diagonal, at ${x}, ${y}`, at(x, y, { turn: 45, size: 32 })]),
  ),
  ...Object.fromEntries(
    [0, 20, 30, 45, 90].map((turn) => [`tiled, turned by ${turn}`, tiles(turn)]),
  ),
};

describe("a watermark on each page of a PDF", () => {
  for (const [name, mark] of Object.entries(MARKS)) {
    for (const [order, draw] of Object.entries(ORDERS)) {
      it(`${name}, ${order}, leaves the text and its outline as they are`, async () => {
        const plain = await outlineOf(PAGES);
        const marked = await outlineOf(PAGES.map((page) => draw(page, mark)));
        expect(marked.filter(({ kind }) => kind !== "furniture")).toEqual(plain);
        const furniture = marked.filter(({ kind }) => kind === "furniture");
        // The library leaves out the letters that stand outside the page.
        expect(furniture.filter(({ text }) => !MARK.startsWith(text))).toEqual([]);
        expect(furniture).toHaveLength(PAGES.length * mark.length);
      });
    }
  }
});

describe("a watermark on a single page", () => {
  for (const turn of [0, 30, 45]) {
    it(`is one where it is tiled, turned by ${turn}`, async () => {
      const [page = []] = PAGES;
      const plain = await outlineOf([page]);
      for (const draw of Object.values(ORDERS)) {
        const marked = await outlineOf([draw(page, tiles(turn))]);
        expect(marked.filter(({ kind }) => kind !== "furniture")).toEqual(plain);
        expect(marked.filter(({ kind }) => kind === "furniture")).toHaveLength(9);
      }
    });
  }

  it("is one where it is slanted", async () => {
    const [page = []] = PAGES;
    const marked = await outlineOf([[...page, ...at(100, 300, { turn: 30, size: 32 })]]);
    expect(marked.filter(({ kind }) => kind !== "furniture")).toEqual(await outlineOf([page]));
  });
});

describe("a watermark on both of two pages", () => {
  it.each(Object.entries(MARKS))("is one: %s", async (_, mark) => {
    const pages = PAGES.slice(0, 2);
    const marked = await outlineOf(pages.map((page) => [...page, ...mark]));
    expect(marked.filter(({ kind }) => kind !== "furniture")).toEqual(await outlineOf(pages));
  });

  it("is none where a table has the same head on both", async () => {
    const head = ["Indicator", "Type", "Note"].flatMap((text, column) => [
      { x: 72 + column * 150, y: 400, text, size: 11, font: "regular" as const },
    ]);
    const marked = await outlineOf(PAGES.slice(0, 2).map((page) => [...page, ...head]));
    expect(marked.filter(({ kind }) => kind === "furniture")).toEqual([]);
  });
});

describe("what a PDF may print again and again", () => {
  const furnitureOf = async (pages: readonly (readonly Placed[])[]) =>
    (await outlineOf(pages)).filter(({ kind }) => kind === "furniture").map(({ text }) => text);
  const put = (y: number, text: string, size = 11): Placed => ({
    x: 72,
    y,
    text,
    size,
    font: "regular",
  });
  const each = (draw: (n: number) => Placed[]) => [1, 2, 3, 4, 5].map((n) => draw(n));

  it.each([
    ["names that count with the page", (n: number) => [put(740, `C2: node${n}.badhost.net`)]],
    ["vulnerabilities that do", (n: number) => [put(740, `CVE-2023-420${n}`, 20)]],
    [
      "titles of slides",
      (n: number) => [put(740, "Indicators of compromise", 24), put(700, `185.22.41.${n}`)],
    ],
    ["titles that count", (n: number) => [put(740, `Step ${n}`, 24)]],
    [
      "times of events",
      (n: number) => [put(760, `2024-03-11 14:10:1${n} svchost.exe connected to 185.22.1.${n}`)],
    ],
  ])("%s", async (_, draw) => {
    const pages = each((n) => [
      ...draw(n),
      put(500, `What was seen on day ${"abcde"[n - 1]} of the intrusion.`),
    ]);
    expect(await furnitureOf(pages)).toEqual([]);
  });

  it("entries, values and techniques below each heading", async () => {
    const lines = [
      "- Phishing: Spearphishing Attachment (T1566.001)",
      "The malware beaconed to 185.220.101.77 over HTTPS.",
      "The loader is executed by rundll32.exe from C:\\ProgramData\\a.dll",
    ];
    const page = ["Alpha", "Beta", "Gamma"].flatMap((name, part) => [
      put(700 - part * 150, `Cluster ${name}`, 18),
      ...lines.map((text, row) => put(670 - part * 150 - row * 30, text)),
    ]);
    expect(await furnitureOf([page])).toEqual([]);
  });

  it("a label that is slanted and holds a value", async () => {
    const label = { ...put(400, "C2: bad-c2.net", 14), turn: 30 };
    expect(
      await furnitureOf([[put(700, "The map of the intrusion shows its server."), label]]),
    ).toEqual([]);
  });
});
