import { endsClause } from "../../text/document/line-ends.ts";
import { MARKER, withoutMarker } from "../../text/document/list-marker.ts";
import { cleanText } from "./text-collector.ts";
import { noProperties, type WordProperties } from "./word-styles.ts";

/** A piece of a paragraph: text of one run, or a break (`\n` for a line, `\f` for a page or column). */
interface Piece {
  text: string;
  isBold: boolean;
}

/** An open link: its target and its first piece. */
interface OpenLink {
  target: string;
  from: number;
}

export interface WordLine {
  text: string;
  /** Whether it begins a new block, rather than continuing a wrapped line. */
  begins: boolean;
}

/** Invisible characters without meaning; Word and its users insert them where a long word may wrap. */
const INVISIBLE = /[\u00ad\u2060\ufeff]|(?<![\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}])\u200b/gu;
const MAX_LINK_PIECES = 500;
/** Longer lines are wrapped prose rather than headings, labels and entries. Scripts without spaces are denser. */
const MAX_LABEL = { chars: 60, words: 6, dense: 20 };
const STARTS_ANEW = /^[\p{Pi}\p{Ps}"'#]*[\p{Lu}\p{Lt}\p{Lo}\p{N}]/u;
const DENSE = /[\p{Lo}]/u;
/** A line with this end continues: a short word, a comma, an open bracket or a hyphen. */
const GOES_ON = /(?:[,(/&–-]|(?<![\p{L}\d])\p{Ll}{1,4})$/u;
const ADDRESS = /^\P{L}?(?:h..ps?|ftps?)\[?:\]?\/\//iu;
/** No address ends with one of these. */
const UNFINISHED = /[-_=&?%+~]$/;
const ADDRESS_GOES_ON = /^(?!h..ps?:)[A-Za-z\d%/_.=&?+~-]/i;
const MAX_ADDRESS = 2000;
const MAX_ADDRESS_LINES = 20;

/** A paragraph that is being read. */
export class WordParagraph {
  readonly properties: WordProperties = noProperties();
  readonly #pieces: Piece[] = [];
  readonly #links: OpenLink[] = [];

  /** @returns how many characters it added */
  add(text: string, isBold: boolean): number {
    const clean = cleanText(text).replace(INVISIBLE, "").replaceAll("\u2011", "-");
    if (clean !== "") this.#pieces.push({ text: clean, isBold });
    return clean.length;
  }

  /** Adds a line break, or a page or column break. */
  break(isPage: boolean): void {
    this.#pieces.push({ text: isPage ? "\f" : "\n", isBold: false });
  }

  openLink(target: string): void {
    this.#links.push({ target, from: this.#pieces.length });
  }

  /** Joins an address that was broken to fit, if its text without spaces is the link target. */
  closeLink(): void {
    const link = this.#links.pop();
    const count = this.#pieces.length - (link?.from ?? 0);
    if (link === undefined || link.target === "" || count < 1 || count > MAX_LINK_PIECES) return;
    const pieces = this.#pieces.slice(link.from);
    const printed = pieces.map(({ text }) => text).join("");
    const whole = printed.trim().replace(/\s+/g, "");
    if (whole === printed.trim() || bare(whole) !== bare(link.target)) return;
    this.#pieces.length = link.from;
    this.#pieces.push({ text: whole, isBold: pieces.every(({ isBold }) => isBold) });
  }

  /** Returns the lines, with broken addresses joined. */
  lines(): WordLine[] {
    const lines: WordLine[] = [];
    let wasBold = false;
    let joined = 0;
    for (const { parts, isPage } of this.#printedLines()) {
      const text = parts.map((piece) => piece.text).join("");
      const shown = parts.filter((piece) => piece.text.trim() !== "");
      const isBold = shown.length > 0 && shown.every((piece) => piece.isBold);
      const before = lines.at(-1);
      const isBroken = before !== undefined && !isPage && isBrokenAddress(before.text, text);
      joined = isBroken ? joined + 1 : 0;
      if (isBroken && joined <= MAX_ADDRESS_LINES) before.text += text.trimStart();
      else {
        const isOther = isBold !== wasBold && STARTS_ANEW.test(withoutMarker(text.slice(0, 40)));
        const begins = before === undefined || isPage || isOther || isOver(before.text, text);
        lines.push({ text, begins });
      }
      wasBold = isBold;
    }
    return lines;
  }

  #printedLines(): { parts: Piece[]; isPage: boolean }[] {
    let line: { parts: Piece[]; isPage: boolean } = { parts: [], isPage: false };
    const lines = [line];
    for (const piece of this.#pieces) {
      if (piece.text !== "\n" && piece.text !== "\f") line.parts.push(piece);
      else lines.push((line = { parts: [], isPage: piece.text === "\f" }));
    }
    return lines;
  }
}

/** Returns whether a block ends between two lines of a paragraph. */
function isOver(before: string, after: string): boolean {
  const printed = before.slice(-MAX_ADDRESS).trim();
  const next = after.slice(0, MAX_ADDRESS).trim();
  if (printed === "" || next === "" || endsClause(printed)) return true;
  if (MARKER.test(next)) return true;
  const most = DENSE.test(printed) ? MAX_LABEL.dense : MAX_LABEL.chars;
  if (printed.length > most || printed.split(/\s+/u).length > MAX_LABEL.words) return false;
  return STARTS_ANEW.test(next) && !GOES_ON.test(printed.slice(-20));
}

function isBrokenAddress(before: string, after: string): boolean {
  if (!UNFINISHED.test(before) || !ADDRESS_GOES_ON.test(after.trimStart().slice(0, 20)))
    return false;
  const words = before.slice(-MAX_ADDRESS).split(/\s/u);
  return ADDRESS.test(words.at(-1) ?? "");
}

const bare = (address: string) =>
  address.replace(/^(?:https?:\/\/|mailto:)/i, "").replace(/\/$/, "");
