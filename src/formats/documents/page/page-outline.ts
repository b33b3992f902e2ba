import { BoundedParser, UNREAD, withoutOpenEnds } from "../bounded-parser.ts";
import { type Furniture, hintOfAttribute, hintOfName } from "./furniture-hints.ts";
import { cleanText } from "../text-collector.ts";
import { LineBuilder } from "./line-builder.ts";
import { enter, leaveRow, newRoot, type Place, withAttribute } from "./place.ts";

/** An element with lines: the index of its first line, and the index after its last one. */
export interface Region {
  name: string;
  /** The index of the parent region; -1 for the whole page. */
  parent: number;
  from: number;
  to: number;
  furniture: Furniture;
  place: Place;
  /** Characters of text, and those in links. Counts of nested regions are added later. */
  chars: number;
  linkChars: number;
  links: number;
  hasMain: boolean;
}

/** The separator between a line and the one before it. */
export type Gap = "\t" | "\n" | "\n\n" | "";

/** A paragraph, a heading, a cell or a block of code. */
export interface Line {
  text: string;
  gap: Gap;
  region: number;
  place: Place;
  /** 1 to 6 for a heading, else 0. */
  level: number;
  isLink: boolean;
  /** Whether the line contains only `code`. */
  isCode: boolean;
  /** Whether this is the first line of its place. */
  isFirst: boolean;
}

/** A page as its lines, their regions, and its title. */
export interface PageOutline {
  lines: Line[];
  regions: Region[];
  title: string;
}

const REGIONS: ReadonlySet<string> = new Set(
  [
    ["address", "article", "aside", "blockquote", "body", "button", "center", "dd", "details"],
    ["dialog", "div", "dl", "dt", "fieldset", "figcaption", "figure", "footer", "form", "h1"],
    ["h2", "h3", "h4", "h5", "h6", "header", "li", "main", "ol", "p", "pre", "section"],
    ["select", "summary", "table", "tbody", "td", "tfoot", "th", "thead", "tr", "ul"],
  ].flat(),
);

const CODES: ReadonlySet<string> = new Set(["code", "kbd", "samp", "tt"]);

/** The page itself is never furniture, whatever its theme calls it. Neither are table cells. */
const UNHINTED = /^(?:body|main|table|tbody|tr|td|th|h[1-6])$/;
const RANKS: readonly Furniture[] = ["no", "perhaps", "likely", "surely"];

/** Reads a page in one pass and linear time, even with malformed tags. */
export function outlinePage(html: string): PageOutline {
  const reader = new OutlineReader();
  const parser = new BoundedParser({
    onopen: (name) => reader.open(name),
    onattribute: (name, value) => reader.attribute(name, value),
    onclose: (name) => reader.close(name),
    ontext: (text) => reader.text(text),
  });
  parser.end(withoutOpenEnds(cleanText(html)));
  return reader.end();
}

const newRegion = (name: string, parent: number, from: number, place: Place): Region => ({
  name,
  parent,
  from,
  to: from,
  place,
  furniture: hintOfName(name),
  chars: 0,
  linkChars: 0,
  links: 0,
  hasMain: name === "main" || name === "h1",
});

class OutlineReader {
  readonly #regions: Region[] = [newRegion("", -1, 0, newRoot())];
  readonly #open: number[] = [0];
  readonly #lines = new LineBuilder();
  #unread = 0;
  #links = 0;
  #codes = 0;
  #hasBreaks = false;
  #last = "";
  #isTitle = false;
  #title = "";
  #isOpenGraph = false;
  #metaContent = "";
  #openGraph = "";

  open(name: string): void {
    this.#last = name;
    if (name === "meta") {
      this.#isOpenGraph = false;
      this.#metaContent = "";
    }
    // Images have titles too, but they come after the title of the page.
    if (name === "title" && this.#title === "") this.#isTitle = true;
    if (UNREAD.has(name)) this.#unread += 1;
    if (this.#unread > 0) return;
    if (name === "a") {
      this.#links += 1;
      this.#here().links += 1;
    }
    if (CODES.has(name)) this.#codes += 1;
    if (REGIONS.has(name)) {
      this.#openRegion(name);
    } else if (name === "br" || name === "hr") {
      this.#hasBreaks = true;
      if (name === "br") this.#lines.breakLine();
      else this.#count(this.#lines.endBlock("div"));
    }
  }

  attribute(name: string, value: string): void {
    if (this.#last === "meta") this.#readMeta(name, value);
    if (this.#unread > 0 || !REGIONS.has(this.#last)) return;
    const region = this.#here();
    if (name === "role" && value === "main") region.hasMain = true;
    const around = (this.#regions[region.parent] ?? region).place;
    region.place = withAttribute(region.place, around, name, value);
    this.#moveHere();
    if (region.furniture === "surely" || UNHINTED.test(region.name)) return;
    const hint = hintOfAttribute(name, value);
    if (RANKS.indexOf(hint) > RANKS.indexOf(region.furniture)) region.furniture = hint;
  }

  close(name: string): void {
    this.#last = "";
    if (name === "title") this.#isTitle = false;
    if (UNREAD.has(name)) {
      this.#unread = Math.max(0, this.#unread - 1);
      return;
    }
    if (this.#unread > 0) return;
    if (name === "a") this.#links = Math.max(0, this.#links - 1);
    if (CODES.has(name)) this.#codes = Math.max(0, this.#codes - 1);
    if (!REGIONS.has(name) || this.#open.length === 1) return;
    this.#count(this.#lines.endBlock(name));
    const region = this.#here();
    region.to = this.#lines.length;
    if (name === "tr") leaveRow(region.place);
    this.#open.pop();
    this.#moveHere();
  }

  text(text: string): void {
    if (this.#isTitle) this.#title += text;
    if (this.#unread === 0) {
      this.#lines.add(text, { isLink: this.#links > 0, isCode: this.#codes > 0 });
    }
  }

  end(): PageOutline {
    if (this.#regions.length === 1 && !this.#hasBreaks) {
      this.#lines.moveTo(0, newRoot("plain"));
    }
    this.#count(this.#lines.endBlock("div"));
    const root = this.#regions[0];
    if (root !== undefined) root.to = this.#lines.length;
    const title = this.#openGraph.trim() === "" ? this.#title : this.#openGraph;
    return { lines: this.#lines.lines, regions: this.#regions, title };
  }

  #openRegion(name: string): void {
    this.#count(this.#lines.openBlock(name));
    const around = this.#here();
    const parent = this.#open.at(-1) ?? 0;
    const region = newRegion(name, parent, this.#lines.length, enter(around.place, name));
    // Headings that unfold something are buttons.
    if (name === "button" && around.place.kind === "heading") region.furniture = "no";
    this.#open.push(this.#regions.push(region) - 1);
    this.#moveHere();
  }

  #moveHere(): void {
    this.#lines.moveTo(this.#open.at(-1) ?? 0, this.#here().place);
  }

  #here(): Region {
    return this.#regions[this.#open.at(-1) ?? 0] as Region;
  }

  /** Adds the character counts of a line to its region. */
  #count({ chars, linkChars }: { chars: number; linkChars: number }): void {
    const region = this.#here();
    region.chars += chars;
    region.linkChars += linkChars;
  }

  #readMeta(name: string, value: string): void {
    if (name === "property" || name === "name") this.#isOpenGraph = value === "og:title";
    if (name === "content") this.#metaContent = value;
    if (this.#isOpenGraph && this.#openGraph === "") this.#openGraph = this.#metaContent;
  }
}
