import type { getDocumentProxy } from "unpdf";
import { textTooLong } from "../text-collector.ts";
import type { ReadPage } from "./outline-pages.ts";
import { PageLines } from "./page-lines.ts";
import { toPiece, type Piece, type Viewport } from "./piece.ts";

export type PdfDocument = Awaited<ReturnType<typeof getDocumentProxy>>;
type PdfPage = Awaited<ReturnType<PdfDocument["getPage"]>>;

/** A page with more pieces of text or characters is extracted in drawing order. */
const MAX_PIECES = 20_000;
const MAX_CHARS = 1_000_000;
/** So are all further pages once a document has more pieces. */
const MAX_ALL_PIECES = 150_000;

/** Reads the pages of a document one by one, each within its limits. */
export class PageReader {
  readonly pages: ReadPage[] = [];
  /** The monospaced fonts. */
  readonly mono = new Set<string>();
  readonly #maxChars: number;
  #chars = 0;
  #pieces = 0;

  constructor(maxChars: number) {
    this.#maxChars = maxChars;
  }

  /** Reads the page as a stream, because a page can contain far more text than the limit. */
  async read(page: PdfPage): Promise<void> {
    const view: Viewport = page.getViewport({ scale: 1 });
    const reader = page.streamTextContent().getReader();
    const content = new PageContent(this.#pieces);
    try {
      for (;;) {
        const { done, value } = await reader.read();
        if (done) break;
        this.#noteFonts(value.styles);
        for (const item of value.items) {
          if (!("str" in item)) continue;
          content.add(toPiece(item, view));
          this.#chars += item.str.length;
        }
        if (this.#chars > this.#maxChars) throw textTooLong(this.#maxChars);
        content.fold();
      }
    } catch (error) {
      await reader.cancel(error).catch(() => undefined);
      throw error;
    }
    this.#pieces += content.pieces.length;
    const { width, height } = view;
    this.pages.push({ width, height, pieces: content.pieces, drawn: content.drawn() });
    page.cleanup();
  }

  #noteFonts(styles: Record<string, { fontFamily: string }>): void {
    for (const [font, { fontFamily }] of Object.entries(styles)) {
      if (fontFamily === "monospace") this.mono.add(font);
    }
  }
}

/** The pieces of a page, or its text if there are too many. */
class PageContent {
  pieces: Piece[] = [];
  readonly #before: number;
  #chars = 0;
  #lines: PageLines | null = null;
  readonly #drawn: string[] = [];

  constructor(before: number) {
    this.#before = before;
  }

  add(piece: Piece): void {
    this.pieces.push(piece);
    this.#chars += piece.str.length;
  }

  /** Replaces the pieces by text if there are too many. */
  fold(): void {
    const { length } = this.pieces;
    const isLong =
      length > MAX_PIECES || this.#before + length > MAX_ALL_PIECES || this.#chars > MAX_CHARS;
    if (!isLong && this.#lines === null) return;
    const lines = this.#lines ?? new PageLines();
    for (const piece of this.pieces) lines.add(piece);
    this.#drawn.push(lines.drawn());
    this.#lines = lines.next();
    this.pieces = [];
  }

  drawn(): string | null {
    return this.#lines === null ? null : this.#drawn.join("");
  }
}
