import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { readPdf } from "../../../src/formats/documents/read-pdf.ts";
import { expectPrinted } from "../../support/documents/expect-printed.ts";
import { LIMITS } from "../../support/documents/limits.ts";
import { describeWithData } from "../../support/node/describe-with-data.ts";
import { readData } from "../../support/node/real-data.ts";

/** Page, level and the beginning of the SHA-256 of each heading, as marked on pictures of the pages. */
const HEADINGS: Readonly<Record<string, string>> = {
  "reports/AA20-302A.pdf": `
    1 1 be0bedcf, 1 2 529fa180, 2 3 6997c676, 2 4 34390fb2, 2 3 aa32ae9d, 2 4 a2d44542,
    3 5 0da386a7, 3 6 f299f83a, 5 6 0ed7051b, 11 4 871ab219, 12 5 3cdfa37b, 13 4 b84c4074,
    15 3 1b63ddf2, 15 4 21e209de, 16 4 b3d4502f, 16 4 f35e5b99, 16 4 be18c6ba, 17 4 534a6fd3,
    17 3 1dd83956, 17 4 a8192803, 17 5 d2cea45f, 18 5 9ea1496a, 19 5 198bb6c9, 20 5 dc6bc868,
    20 5 32f993de, 20 4 bcdc9904, 21 5 04fc0f52, 22 3 f02070b0, 22 3 77c7846a`,
  "reports/ic3-aa23-352a-play-ransomware.pdf": `
    1 1 a7f06b37, 1 2 6997c676, 1 4 7fe77c63, 2 2 aa32ae9d, 2 3 69238a99, 2 3 5d00ea2d,
    2 3 e5089cc8, 3 3 d249dbc4, 3 3 d1f23f0d, 3 3 4e662721, 4 3 e56abb20, 5 2 26dd58f2,
    7 2 1b63ddf2, 9 2 917d454a, 9 2 77c7846a, 9 2 7cd406dd, 10 2 c790927b, 10 2 704d8a18`,
};

/** How many lines of the first page, and of each other one, are its head and foot, and how many texts they are. */
const FURNITURE: Readonly<
  Record<string, { pages: number; first: number; others: number; texts: number }>
> = {
  "reports/AA20-302A.pdf": { pages: 22, first: 2, others: 4, texts: 3 },
  "reports/ic3-aa23-352a-play-ransomware.pdf": { pages: 10, first: 2, others: 4, texts: 3 },
  "reports/ic3-aa23-187a-truebot.pdf": { pages: 26, first: 2, others: 4, texts: 3 },
  "reports/fbi-aa24-038a-volt-typhoon.pdf": { pages: 45, first: 2, others: 3, texts: 2 },
  "reports/ic3-aa23-165a-lockbit.pdf": { pages: 29, first: 2, others: 4, texts: 3 },
  "reports/fbi-aa23-320a-scattered-spider.pdf": { pages: 17, first: 2, others: 5, texts: 5 },
};

const read = async (path: string) => await readPdf(new Uint8Array(readData(path) ?? []), LIMITS);

describeWithData("the outline of published PDFs", Object.keys(FURNITURE), () => {
  for (const [path, marked] of Object.entries(HEADINGS)) {
    it(`has the headings of ${path}`, async () => {
      const { text, blocks } = await read(path);
      const found = blocks.filter(({ kind }) => kind === "heading");
      const shown = found.map(({ page, level, start, end }) => {
        const title = text.slice(start, end).split(/\s+/).join(" ");
        return `${page} ${level} ${createHash("sha256").update(title, "utf8").digest("hex").slice(0, 8)}`;
      });
      expect(shown).toEqual(marked.trim().split(/,\s+/));
    });
  }

  for (const [path, { pages, first, others, texts }] of Object.entries(FURNITURE)) {
    it(`sets aside the heads and feet of ${path}, and nothing else`, async () => {
      const document = await read(path);
      expectPrinted(document);
      const found = document.blocks.filter(({ kind }) => kind === "furniture");
      const counts = Array.from(
        { length: pages },
        (_, at) => found.filter(({ page }) => page === at + 1).length,
      );
      expect(counts).toEqual(counts.map((_, at) => (at === 0 ? first : others)));
      const shown = found.map(({ start, end }) =>
        document.text.slice(start, end).replace(/\d+/g, "#"),
      );
      expect(new Set(shown).size).toBe(texts);
    });
  }
});
