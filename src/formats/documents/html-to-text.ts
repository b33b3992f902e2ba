import { rewriteInSlices } from "../../platform/lib/text.ts";
import { BoundedParser, UNREAD, withoutOpenEnds } from "./bounded-parser.ts";

/** Elements that end a line. */
const BLOCKS = new Set([
  "address",
  "article",
  "aside",
  "blockquote",
  "br",
  "dd",
  "div",
  "dl",
  "dt",
  "figcaption",
  "figure",
  "footer",
  "h1",
  "h2",
  "h3",
  "h4",
  "h5",
  "h6",
  "header",
  "hr",
  "li",
  "main",
  "ol",
  "p",
  "pre",
  "section",
  "table",
  "tr",
  "ul",
]);

/**
 * The text of an HTML document or fragment, a line for each block, a tab between cells
 * without blocks, entities decoded. Tolerates whatever a browser does; one pass in linear time,
 * nothing is kept but the text.
 */
export function htmlToText(html: string): string {
  const parts: string[] = [];
  let unread = 0;
  const parser = new BoundedParser({
    onopen(name) {
      if (UNREAD.has(name)) unread += 1;
      else if (BLOCKS.has(name)) parts.push("\n");
      else if (name === "td" || name === "th") parts.push("\t");
    },
    onclose(name) {
      if (UNREAD.has(name)) unread = Math.max(0, unread - 1);
      else if (BLOCKS.has(name) && name !== "br") parts.push("\n");
    },
    ontext(text) {
      // Tabs stand for cells from here on.
      if (unread === 0) parts.push(text.replaceAll("\t", " "));
    },
  });
  parser.end(withoutOpenEnds(html));
  return tidyLines(parts.join(""));
}

/** Runs of blanks become one, or the tabs in them; runs of empty lines one empty line. */
function tidyLines(text: string): string {
  const tidy = (slice: string) =>
    slice
      .replace(/\r\n?/g, "\n")
      .replace(/[^\S\n]{2,}|[\v\f\u00A0\u2000-\u200A\u3000]/gu, (run) =>
        run.includes("\t") ? run.replace(/[^\t]+/g, "") : " ",
      )
      .replace(/(?<![ \t])[ \t]+\n/g, "\n")
      .replace(/\n[ \t]+/g, "\n")
      .replace(/\n{3,}/g, "\n\n");
  return rewriteInSlices(text, tidy, (character) => /\S/.test(character)).trim();
}
