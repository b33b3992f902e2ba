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
