import { rewriteInSlices } from "../lib/text.ts";
import { Parser } from "htmlparser2";

/** Elements whose content nobody reads. */
const UNREAD = new Set(["script", "style", "head", "noscript", "template", "iframe", "svg", "nav"]);
/** Elements that end a line. */
const BLOCKS = new Set(
  "address article aside blockquote br dd div dl dt figcaption figure footer h1 h2 h3 h4 h5 h6 header hr li main ol p pre section table tr ul".split(
    " ",
  ),
);

const HIDING_NAMES = [...UNREAD, "title", "textarea", "xmp"].join("|");
/** Where something begins that hides what follows, or, as its first group, ends. */
const HIDING = new RegExp(
  `(-->|</(?:${HIDING_NAMES})(?![\\w-]))|<!--|<(?:${HIDING_NAMES})(?![\\w-])`,
  "gi",
);

/**
 * The text of an HTML document or fragment, a line for each block, entities decoded. Tolerates
 * whatever a browser does; one pass, nothing is kept but the text.
 */
export function htmlToText(html: string): string {
  const parts: string[] = [];
  let unread = 0;
  const parser = new Parser({
    onopentag(name) {
      if (UNREAD.has(name)) unread += 1;
      else if (BLOCKS.has(name)) parts.push("\n");
      else if (name === "td" || name === "th") parts.push("\t");
    },
    onclosetag(name) {
      if (UNREAD.has(name)) unread = Math.max(0, unread - 1);
      else if (BLOCKS.has(name) && name !== "br") parts.push("\n");
    },
    ontext(text) {
      if (unread === 0) parts.push(text);
    },
  });
  parser.end(withoutOpenEnds(html));
  return tidyLines(parts.join(""));
}

/**
 * What is begun and never closed would hide all that follows; so every beginning behind the last end
 * of its kind is read as text. Two passes, however many there are.
 */
function withoutOpenEnds(html: string): string {
  const lastEnds = new Map<string, number>();
  for (const { 1: end, index } of html.matchAll(HIDING)) {
    if (end !== undefined) lastEnds.set(kindOf(end), index);
  }
  return html.replace(HIDING, (mark: string, end: string | undefined, at: number) => {
    const isOpen = end === undefined && at > (lastEnds.get(kindOf(mark)) ?? -1);
    return isOpen ? `&lt;${mark.slice(1)}` : mark;
  });
}

/** The name of an element, or nothing for a comment. */
function kindOf(mark: string): string {
  return mark.replace(/[^a-z]/gi, "").toLowerCase();
}

/** Runs of blanks become one, runs of empty lines one empty line. */
function tidyLines(text: string): string {
  const tidy = (slice: string) =>
    slice
      .replace(/\r\n?/g, "\n")
      .replace(/[^\S\n]{2,}|[\t\v\f\u00A0\u2000-\u200A\u3000]/gu, " ")
      .replace(/ ?\n ?/g, "\n")
      .replace(/\n{3,}/g, "\n\n");
  return rewriteInSlices(text, tidy, (character) => /\S/.test(character)).trim();
}
