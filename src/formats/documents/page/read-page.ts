import { findArticle } from "./find-article.ts";
import { outlinePage, type Line } from "./page-outline.ts";

/** What a web page says. */
export interface PageText {
  /** The article alone; all that is to be seen where there is none. */
  text: string;
  /** What the page calls itself; "" where it does not. */
  title: string;
}

/** So far below the top of an article its heading may stand. */
const HEADING_WITHIN = 400;

/** Reads a page: its article, under its heading, without what stands around it. */
export function readPage(html: string): PageText {
  const page = outlinePage(html);
  const { lines } = page;
  const article = findArticle(page);
  const title = tidyTitle(page.title === "" ? onlyHeading(lines) : page.title);
  const heading = onlyHeading(lines) || title;
  if (article === null) return { text: join(lines), title };
  const { from, to, isLeftOut } = article;
  const text = join(lines.filter((_, at) => at >= from && at < to && isLeftOut[at] === 0));
  const isThere = heading === "" || text.slice(0, HEADING_WITHIN).includes(heading);
  return { text: isThere ? text : `${heading}\n\n${text}`, title };
}

/** The heading of the page, where it has exactly one. */
function onlyHeading(lines: readonly Line[]): string {
  const headings = lines.filter(({ level }) => level === 1);
  return headings.length === 1 ? (headings[0]?.text ?? "") : "";
}

/** Without the name of the site, which stands behind a bar. */
function tidyTitle(title: string): string {
  const whole = title.slice(0, 1000).replace(/\s+/gu, " ").trim();
  return whole.replace(/(?<=.{10}) \| [^|]{1,40}$/, "");
}

function join(lines: readonly Line[]): string {
  return lines
    .map(({ text, gap }, at) => (at === 0 ? text : `${gap === "" ? "\n" : gap}${text}`))
    .join("");
}
