import { getDocumentProxy } from "unpdf";

/** A piece of text on a page: its place from the lower left corner, in points. */
export interface TextItem {
  text: string;
  left: number;
  baseline: number;
  width: number;
  size: number;
}

export interface PageLink {
  url: string | null;
  /** The page that it leads to, from 1. */
  page: number | null;
}

export interface ReadPage {
  items: TextItem[];
  links: PageLink[];
  /** All text with single spaces. */
  text: string;
}

export interface ReadDocument {
  pages: ReadPage[];
  /** Titles of the bookmarks with the page that they lead to, from 1; those below as `children`. */
  bookmarks: { title: string; page: number; children: string[] }[];
  info: Record<string, unknown>;
}

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;
type Reference = { num: number; gen: number };

/** Reads a PDF back as a viewer would. */
export async function readPages(bytes: Uint8Array): Promise<ReadDocument> {
  const pdf = await getDocumentProxy(bytes.slice(), { verbosity: 0 });
  try {
    const pages: ReadPage[] = [];
    for (let number = 1; number <= pdf.numPages; number += 1) {
      pages.push(await readPage(pdf, number));
    }
    const outline = (await pdf.getOutline()) ?? [];
    const bookmarks = [];
    for (const { title, dest, items } of outline) {
      const page = await pageOf(pdf, dest);
      bookmarks.push({ title, page, children: items.map((item: { title: string }) => item.title) });
    }
    const { info } = await pdf.getMetadata();
    return { pages, bookmarks, info: info as Record<string, unknown> };
  } finally {
    await pdf.loadingTask.destroy();
  }
}

async function readPage(pdf: Pdf, number: number): Promise<ReadPage> {
  const page = await pdf.getPage(number);
  const content = await page.getTextContent();
  const items = content.items.flatMap((item): TextItem[] => {
    if (!("str" in item) || item.str.trim() === "") return [];
    const [size, , , , left, baseline] = item.transform as number[];
    return [
      {
        text: item.str,
        left: left ?? 0,
        baseline: baseline ?? 0,
        width: item.width,
        size: size ?? 0,
      },
    ];
  });
  const links: PageLink[] = [];
  for (const { url, dest } of await page.getAnnotations()) {
    links.push({ url: url ?? null, page: url !== undefined ? null : await pageOf(pdf, dest) });
  }
  const text = content.items
    .map((item) => ("str" in item ? `${item.str}${item.hasEOL ? " " : ""}` : ""))
    .join("")
    .replace(/\s+/g, " ");
  return { items, links, text };
}

async function pageOf(pdf: Pdf, destination: unknown): Promise<number> {
  const [reference] = destination as [Reference];
  return (await pdf.getPageIndex(reference)) + 1;
}
