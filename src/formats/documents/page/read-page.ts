import type { Block, Outline } from "../../../text/document/document.ts";
import { cleanText } from "../text-collector.ts";
import { findArticle } from "./find-article.ts";
import { joinLines } from "./join-lines.ts";
import { outlinePage, type Line } from "./page-outline.ts";

/** The text of a web page: the article alone, or all visible text if there is no article. */
export interface PageText extends Outline {
  /** The title of the page; "" if it has none. */
  title: string;
}

/** A heading may be at most this far below the top of an article, in characters. */
const HEADING_WITHIN = 400;

/** Reads a page: its article under its heading, without furniture. */
export function readPage(html: string): PageText {
  const page = outlinePage(html);
  const { lines } = page;
  const article = findArticle(page);
  const title = tidyTitle(page.title === "" ? onlyHeading(lines) : page.title);
  const heading = onlyHeading(lines) || title;
  if (article === null) return { ...joinLines(lines), title };
  const { from, to, isLeftOut } = article;
  const read = joinLines(lines.filter((_, at) => at >= from && at < to && isLeftOut[at] === 0));
  return { ...withHeading(read, heading), title };
}

/** Reads all visible text of a page fragment, such as the content of a feed item. */
export function htmlToOutline(html: string): Outline {
  return joinLines(outlinePage(html).lines);
}

/** Marks the heading of the page as such if the article contains it, or else puts it in front. */
function withHeading({ text, blocks }: Outline, heading: string): Outline {
  if (heading === "") return { text, blocks };
  const title: Block = {
    kind: "heading",
    start: 0,
    end: heading.length,
    level: 1,
    source: "format",
  };
  if (!text.slice(0, HEADING_WITHIN).includes(heading)) {
    const by = heading.length + 2;
    return {
      text: `${heading}\n\n${text}`,
      blocks: [title, ...blocks.map((block) => shift(block, by))],
    };
  }
  const isTitle = ({ kind, start, end }: Block) =>
    kind === "paragraph" && start < HEADING_WITHIN && text.slice(start, end) === heading;
  return {
    text,
    blocks: blocks.map((block) =>
      isTitle(block) ? { ...title, start: block.start, end: block.end } : block,
    ),
  };
}

function shift(block: Block, by: number): Block {
  const cells = block.cells?.map(({ start, end }) => ({ start: start + by, end: end + by }));
  const moved = { ...block, start: block.start + by, end: block.end + by };
  return cells === undefined ? moved : { ...moved, cells };
}

/** Returns the heading of the page if it has exactly one. */
function onlyHeading(lines: readonly Line[]): string {
  const headings = lines.filter(({ level }) => level === 1);
  return headings.length === 1 ? (headings[0]?.text ?? "") : "";
}

/** Removes the site name, which follows a bar. */
function tidyTitle(title: string): string {
  const whole = cleanText(title.slice(0, 1000)).replace(/\s+/gu, " ").trim();
  return whole.replace(/(?<=.{10}) \| [^|]{1,40}$/, "");
}
