import { rewriteInSlices } from "../../platform/lib/text.ts";
import { Parser } from "htmlparser2";

/** Elements whose content nobody reads. */
const UNREAD = new Set(["script", "style", "head", "noscript", "template", "iframe", "svg", "nav"]);
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

const HIDING_NAMES = [...UNREAD, "title", "textarea", "xmp"].join("|");
/** Where something begins that hides what follows, or, as its first group, ends. */
const HIDING = new RegExp(
  `(-->|</(?:${HIDING_NAMES})(?![\\w-]))|<!--|<(?:${HIDING_NAMES})(?![\\w-])`,
  "gi",
);

/** Elements that are open at once; browsers, too, stop nesting at 512. */
const MAX_OPEN = 256;
/** Deeper ones still hide what they hold. */
const MAX_OPEN_UNREAD = 2 * MAX_OPEN;

/**
 * The parser looks through all open elements at each tag, so that their number has to be bounded:
 * what is nested deeper stands beside its parent, not inside it.
 */
class BoundedParser extends Parser {
  readonly #open: ReadonlyMap<string, number>;
  #depth = 0;
  #isClosing = false;
  #depthBefore = 0;

  constructor(listen: Pick<Listener, "onopen" | "onclose" | "ontext">) {
    const open = new Map<string, number>();
    const count = (name: string, change: number) => {
      open.set(name, (open.get(name) ?? 0) + change);
      this.#depth += change;
    };
    super({
      onopentagname: (name) => {
        count(name, 1);
        listen.onopen(name);
      },
      onclosetag: (name) => {
        count(name, -1);
        listen.onclose(name);
      },
      ontext: listen.ontext,
    });
    this.#open = open;
  }

  override onopentagname(start: number, end: number): void {
    this.#depthBefore = this.#depth;
    super.onopentagname(start, end);
  }

  override onclosetag(start: number, end: number): void {
    this.#isClosing = true;
    super.onclosetag(start, end);
    this.#isClosing = false;
  }

  /** What is nested too deep is void, and so is an end tag of what is not open. */
  protected override isVoidElement(name: string): boolean {
    if (super.isVoidElement(name)) return true;
    // The end of a paragraph that never began stands for an empty one.
    if (this.#isClosing) return name !== "p" && (this.#open.get(name) ?? 0) === 0;
    return name !== "" && this.#depthBefore >= (UNREAD.has(name) ? MAX_OPEN_UNREAD : MAX_OPEN);
  }
}

interface Listener {
  onopen(name: string): void;
  onclose(name: string): void;
  ontext(text: string): void;
}

/**
 * The text of an HTML document or fragment, a line for each block, entities decoded. Tolerates
 * whatever a browser does; one pass in linear time, nothing is kept but the text.
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
  const parts: string[] = [];
  let from = 0;
  for (const { 0: mark, 1: end, index } of html.matchAll(HIDING)) {
    if (end !== undefined || index <= (lastEnds.get(kindOf(mark)) ?? -1)) continue;
    parts.push(html.slice(from, index), "&lt;");
    from = index + 1;
  }
  return from === 0 ? html : parts.join("") + html.slice(from);
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
