import { DEFANGED_DOT } from "./refang.ts";

const AROUND = 32;

/** A run of labels with dots between them, and what stands around it. */
export class HostToken {
  /** With plain dots. */
  readonly text: string;
  readonly isDefanged: boolean;
  readonly #whole: string;
  readonly #from: number;
  readonly #to: number;

  constructor(text: string, isDefanged: boolean, whole: string, from: number, to: number) {
    this.text = text;
    this.isDefanged = isDefanged;
    this.#whole = whole;
    this.#from = from;
    this.#to = to;
  }

  /** Up to 32 characters; few tokens come so far that anybody looks. */
  get before(): string {
    return this.#whole.slice(Math.max(0, this.#from - AROUND), this.#from);
  }

  get after(): string {
    return this.#whole.slice(this.#to, this.#to + AROUND);
  }
}

/** DNS allows 253; a token that is longer holds no host name at all. */
const MAX_TOKEN = 300;

/** Classes of UTF-16 code units. */
const OTHER = 0;
const LETTER = 1;
const UNSPACED = 2;
const DOT = 3;

/** Scripts that are written without spaces, or whose particles join what they follow. */
export const UNSPACED_SCRIPTS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u30FC]/u;
const WORD = /[\p{L}\p{M}\p{N}]/u;

let table: Uint8Array | null = null;

function classes(): Uint8Array {
  if (table !== null) return table;
  table = new Uint8Array(0x10000);
  for (let code = 0; code < 0x10000; code += 1) table[code] = classify(String.fromCharCode(code));
  return table;
}

function classify(character: string): number {
  if (character === "." || character === DEFANGED_DOT) return DOT;
  if (UNSPACED_SCRIPTS.test(character)) return UNSPACED;
  return WORD.test(character) || /[_-]/.test(character) ? LETTER : OTHER;
}

/**
 * The tokens of a refanged text that have a dot inside, in one pass over its characters. Inside a
 * label the script does not change from one class to the other; after a dot it may.
 */
export function* tokensOf(text: string): Generator<HostToken> {
  const classOf = classes();
  let start = 0;
  let before = OTHER;
  let dots = 0;
  for (let i = 0; i <= text.length; i += 1) {
    const current = i === text.length ? OTHER : (classOf[text.charCodeAt(i)] ?? OTHER);
    if (current === DOT) dots += 1;
    const isJoined = current === before || current === DOT || before === DOT;
    const goesOn = current !== OTHER && before !== OTHER && isJoined;
    if (!goesOn) {
      if (dots > 0 && before !== OTHER) yield* toToken(text, start, i);
      start = i;
      dots = current === DOT ? 1 : 0;
    }
    before = current;
  }
}

function* toToken(text: string, start: number, end: number): Generator<HostToken> {
  let from = start;
  let to = end;
  while (from < to && isEdge(text[from])) from += 1;
  while (to > from && isEdge(text[to - 1])) to -= 1;
  if (to - from > MAX_TOKEN) return;
  const raw = text.slice(from, to);
  const isDefanged = raw.includes(DEFANGED_DOT);
  const plain = isDefanged ? raw.replaceAll(DEFANGED_DOT, ".") : raw;
  if (!plain.includes(".") || plain.includes("..")) return;
  yield new HostToken(plain, isDefanged, text, from, to);
}

function isEdge(character: string | undefined): boolean {
  return character === "." || character === "-" || character === DEFANGED_DOT;
}
