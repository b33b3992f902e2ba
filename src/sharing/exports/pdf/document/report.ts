import { EmbeddedFont } from "../fonts/embedded-font.ts";
import type { FontFace, FontSet } from "../fonts/font-set.ts";
import { gap, type Line } from "../layout/line.ts";
import { COLOURS, type Span, STYLES, type TextStyle } from "../layout/style.ts";
import { type SetOptions, Typesetter } from "../layout/typesetter.ts";
import { Canvas, PAGE, type Place } from "./canvas.ts";
import { AREA, Flow } from "./flow.ts";
import { type Bookmark, type Metadata, writeDocument } from "./write-document.ts";

/** A line of the contents list whose page is not known yet. */
interface ContentsEntry {
  title: string;
  at: Place;
}

/**
 * A document of numbered sections, with what belongs to all of them: contents, bookmarks, footers.
 * It belongs to one request; nothing of it is shared.
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

  /** Lines of text in one style or several. */
  set(
    text: string | readonly Span[],
    style: TextStyle,
    width: number = AREA.width,
    options: SetOptions = {},
  ): Line[] {
    const spans = typeof text === "string" ? [{ text, style }] : text;
    return this.#typesetter.set(spans, width, options);
  }

  /** Adds a paragraph and some room after it. */
  paragraph(text: string | readonly Span[], style: TextStyle = STYLES.body, after = 6): void {
    this.flow.add(this.set(text, style, AREA.width, { leading: 1.55 }));
    this.flow.skip(after);
  }

  /** Begins a section; at least so many points of what follows stay with its heading. */
  section(title: string, following = 90): void {
    this.flow.skip(26);
    const lines = this.set(title, STYLES.heading);
    this.flow.need(lines.reduce((sum, { height }) => sum + height, following));
    this.#bookmarks.push({ title, place: this.flow.place, children: [] });
    this.flow.add(lines);
    this.flow.page.fillBox([AREA.left, this.flow.top + 2, 28, 1.5], COLOURS.accent);
    this.flow.top += 12;
  }

  /** Bookmarks what comes next, below its section. */
  bookmark(title: string, place: Place): void {
    this.#bookmarks.at(-1)?.children.push({ title, place, children: [] });
  }

  /** Lists the sections that will follow; their pages are filled in at the end. */
  contents(titles: readonly string[]): void {
    for (const title of titles) {
      const lines = [gap(3), ...this.set(title, STYLES.body, AREA.width - 40), gap(3)];
      this.flow.need(24);
      this.#contents.push({ title, at: this.flow.place });
      this.flow.add(lines);
      this.flow.page.fillBox([AREA.left, this.flow.top, AREA.width, 0.5], COLOURS.rule);
    }
  }

  /** Puts the page numbers in and writes the file. */
  async finish(footer: string, metadata: Metadata): Promise<Uint8Array> {
    this.#fillContents();
    this.#drawFooters(footer);
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

  #drawFooters(footer: string): void {
    const count = this.flow.pages.length;
    const top = PAGE.height - 46;
    this.flow.pages.forEach((page, index) => {
      page.fillBox([AREA.left, top, AREA.width, 0.5], COLOURS.rule);
      const [left] = this.set(footer, STYLES.footer, AREA.width - 80);
      const number = `Page ${index + 1} of ${count}`;
      const [right] = this.set(number, STYLES.footer, AREA.width, { align: "end" });
      left?.draw(page, AREA.left, top + 6);
      right?.draw(page, AREA.left, top + 6);
    });
  }
}
