import { EmbeddedFont } from "../fonts/embedded-font.ts";
import type { FontFace, FontSet } from "../fonts/font-set.ts";
import { gap, heightOf, type Line } from "../layout/line.ts";
import {
  type Colour,
  COLOURS,
  type Span,
  STYLES,
  type TextStyle,
  tinted,
} from "../layout/style.ts";
import { type SetOptions, Typesetter } from "../layout/typesetter.ts";
import { Canvas, PAGE, type Place } from "./canvas.ts";
import { AREA, Flow } from "./flow.ts";
import { type Bookmark, type Metadata, writeDocument } from "./write-document.ts";

/** An entry of the contents list whose page is not known yet. */
interface ContentsEntry {
  title: string;
  at: Place;
}

/** Header and footer of every page. */
export interface PageFrame {
  /** Header text, except on the first page, which has it as its title. */
  head: string;
  footer: string;
  /** A marking for all pages (TLP 2.0), in its color on black, and the note below it. */
  marking: { label: string; note: string | null; colour: Colour } | null;
}

const MARKING_HEIGHT = 18;
const MARKING_PAD = 6;
/** Positions of the header and the footer, from the top of the page. */
const HEAD_TOP = 24;
const FOOT_TOP = PAGE.height - 46;

/**
 * A document of numbered sections with contents, bookmarks and footers. It belongs to one request and shares no state.
 */
export class Report {
  readonly flow: Flow;
  readonly #typesetter: Typesetter;
  readonly #fonts = new Map<FontFace, EmbeddedFont>();
  readonly #bookmarks: Bookmark[] = [];
  readonly #contents: ContentsEntry[] = [];

  constructor(fonts: FontSet) {
    this.#typesetter = new Typesetter(fonts);
    this.flow = new Flow(() => new Canvas((face) => this.#embed(face)));
  }

  /** Sets text in one or several styles as lines. */
  set(
    text: string | readonly Span[],
    style: TextStyle,
    width: number = AREA.width,
    options: SetOptions = {},
  ): Line[] {
    const spans = typeof text === "string" ? [{ text, style }] : text;
    return this.#typesetter.set(spans, width, options);
  }

  /** Returns the width of a text on one line, in points. */
  measure(text: string, style: TextStyle): number {
    return this.#typesetter.measure(text, style);
  }

  /** Adds a paragraph and space after it. */
  paragraph(text: string | readonly Span[], style: TextStyle = STYLES.body, after = 6): void {
    this.flow.add(this.set(text, style, AREA.width, { leading: 1.55 }));
    this.flow.skip(after);
  }

  /** Begins a section. At least `following` points of its content stay with the heading. */
  section(title: string, following = 90): void {
    this.flow.skip(26);
    const lines = this.set(title, STYLES.heading);
    this.flow.need(lines.reduce((sum, { height }) => sum + height, following));
    this.#bookmarks.push({ title, place: this.flow.place, children: [] });
    this.flow.add(lines);
    this.flow.page.fillBox([AREA.left, this.flow.top + 2, 28, 1.5], COLOURS.accent);
    this.flow.top += 12;
  }

  /** Bookmarks the next content below its section. */
  bookmark(title: string, place: Place): void {
    this.#bookmarks.at(-1)?.children.push({ title, place, children: [] });
  }

  /** Lists the sections to come; their pages are filled in at the end. */
  contents(titles: readonly string[]): void {
    for (const title of titles) {
      const lines = [gap(3), ...this.set(title, STYLES.body, AREA.width - 40), gap(3)];
      this.flow.need(24);
      this.#contents.push({ title, at: this.flow.place });
      this.flow.add(lines);
      this.flow.page.fillBox([AREA.left, this.flow.top, AREA.width, 0.5], COLOURS.rule);
    }
  }

  /** Adds a heading within a section. At least `following` points of its content stay with it. */
  subheading(title: string, following = 40): void {
    this.flow.skip(10);
    const lines = this.set(title, STYLES.subheading);
    this.flow.need(heightOf(lines) + following);
    this.flow.add(lines);
    this.flow.top += 3;
  }

  /** Adds the page numbers and writes the file. */
  async finish(frame: PageFrame, metadata: Metadata): Promise<Uint8Array> {
    this.#fillContents();
    this.#drawFrames(frame);
    return await writeDocument({
      pages: this.flow.pages,
      fonts: [...this.#fonts.values()],
      bookmarks: this.#bookmarks,
      metadata,
    });
  }

  #embed(face: FontFace): EmbeddedFont {
    const known = this.#fonts.get(face);
    if (known !== undefined) return known;
    const font = new EmbeddedFont(face, this.#fonts.size);
    this.#fonts.set(face, font);
    return font;
  }

  #fillContents(): void {
    for (const { title, at } of this.#contents) {
      const bookmark = this.#bookmarks.find((entry) => entry.title === title);
      if (bookmark === undefined) throw new Error(`The contents promise a section '${title}'`);
      const page = this.flow.pages.indexOf(bookmark.place.page) + 1;
      const [line] = this.set(String(page), STYLES.body, AREA.width, { align: "end" });
      line?.draw(at.page, AREA.left, at.top + 3);
      at.page.linkToPlace(bookmark.place, [AREA.left, at.top, AREA.width, 18]);
    }
  }

  #drawFrames({ head, footer, marking }: PageFrame): void {
    const count = this.flow.pages.length;
    const marked = marking === null ? 0 : this.#markingWidth(marking.label) + 12;
    const running = this.#setHead(head);
    const [note] = this.set(marking?.note ?? "", STYLES.footer, AREA.width, { align: "end" });
    const [left] = this.set(footer, STYLES.footer, AREA.width - 80 - marked);
    this.flow.pages.forEach((page, index) => {
      page.fillBox([AREA.left, FOOT_TOP, AREA.width, 0.5], COLOURS.rule);
      const number = `Page ${index + 1} of ${count}`;
      const [right] = this.set(number, STYLES.footer, AREA.width - marked, { align: "end" });
      left?.draw(page, AREA.left, FOOT_TOP + 6);
      right?.draw(page, AREA.left, FOOT_TOP + 6);
      if (index > 0) running?.draw(page, AREA.left, HEAD_TOP + 2);
      if (marking === null) return;
      this.#drawMarking(page, marking, HEAD_TOP - 4);
      note?.draw(page, AREA.left, HEAD_TOP + MARKING_HEIGHT - 2);
      this.#drawMarking(page, marking, FOOT_TOP + 4);
    });
  }

  /** Sets as much of the header as fits on one line. */
  #setHead(head: string): Line | undefined {
    const width = AREA.width - 160;
    const chars = Array.from(head.replace(/\s+/g, " "));
    for (let length = Math.min(chars.length, 120); length > 0; length -= 8) {
      const isWhole = length === chars.length;
      const text = isWhole ? chars.join("") : `${chars.slice(0, length).join("")}…`;
      const lines = this.set(text, STYLES.footer, width);
      if (lines.length === 1) return lines[0];
    }
    return undefined;
  }

  /** Draws a label in its color on black, right-aligned, as TLP 2.0 specifies. */
  #drawMarking(page: Canvas, { label, colour }: Exclude<PageFrame["marking"], null>, top: number) {
    const width = this.#markingWidth(label);
    const left = AREA.left + AREA.width - width;
    page.fillBox([left, top, width, MARKING_HEIGHT], COLOURS.black);
    const [line] = this.set(label, tinted(STYLES.marking, colour));
    line?.draw(page, left + MARKING_PAD, top + (MARKING_HEIGHT - line.height) / 2);
  }

  #markingWidth(label: string): number {
    return this.measure(label, STYLES.marking) + 2 * MARKING_PAD;
  }
}
