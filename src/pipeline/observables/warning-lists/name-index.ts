import type { WarningList } from "./list-content.ts";

const NEWLINE = 10;
const DOT = 46;
const SEED = 0x811c9dc5;
const PRIME = 0x01000193;

/** An entry that equals a value, or a name above the value. */
export interface Hit {
  /** The index of its list. */
  list: number;
  /** The length of the entry, which is the end of the value. */
  length: number;
  /** Whether the entry has a leading dot, which includes all names below it. */
  isDotted: boolean;
}

/**
 * An index of the entries of many lists, found by their whole text or as the end of a longer name. A hash table
 * (FNV-1a from the last byte to the first, open addressing) refers to the text itself, so that there are no false
 * matches, whatever domain someone registers.
 */
export class NameIndex {
  readonly #texts: readonly Uint8Array[];
  /** The offset of each list's text, as if the texts were concatenated. */
  readonly #starts: readonly number[];
  /** The offset of an entry in all texts plus one. 0 if the slot is empty. */
  readonly #slots: Uint32Array;
  readonly #mask: number;
  readonly #encoder = new TextEncoder();
  readonly #buffer = new Uint8Array(8192);

  constructor(lists: readonly Pick<WarningList, "text">[]) {
    this.#texts = lists.map(({ text }) => text);
    let end = 0;
    let count = 0;
    this.#starts = this.#texts.map((text) => {
      const start = end;
      end += text.length;
      for (let at = 0; at < text.length; at += 1) if (text[at] === NEWLINE) count += 1;
      return start;
    });
    this.#slots = new Uint32Array(2 ** Math.ceil(Math.log2(Math.max(count * 2, 16))));
    this.#mask = this.#slots.length - 1;
    for (const [list, text] of this.#texts.entries()) this.#add(text, this.#starts[list] ?? 0);
  }

  #add(text: Uint8Array, before: number): void {
    for (let start = 0; start < text.length;) {
      let end = start;
      while (text[end] !== NEWLINE) end += 1;
      const first = text[start] === DOT ? start + 1 : start;
      let hash = SEED;
      for (let at = end - 1; at >= first; at -= 1) hash = Math.imul(hash ^ (text[at] ?? 0), PRIME);
      let slot = mix(hash) & this.#mask;
      while (this.#slots[slot] !== 0) slot = (slot + 1) & this.#mask;
      this.#slots[slot] = before + start + 1;
      start = end + 1;
    }
  }

  /**
   * Returns the entries that equal a value, and those that are its end after a dot.
   * @param value in normalized form
   * @param withParents whether it is a name, whose ends also count
   */
  find(value: string, withParents: boolean): Hit[] {
    const hits: Hit[] = [];
    if (value === "" || value.length * 3 > this.#buffer.length) return hits;
    const { written } = this.#encoder.encodeInto(value, this.#buffer);
    const bytes = this.#buffer;
    let hash = SEED;
    for (let at = written - 1; at >= 0; at -= 1) {
      hash = Math.imul(hash ^ (bytes[at] ?? 0), PRIME);
      if (at === 0 || (withParents && bytes[at - 1] === DOT)) this.#probe(hash, at, written, hits);
    }
    return hits;
  }

  #probe(hash: number, from: number, to: number, hits: Hit[]): void {
    for (let slot = mix(hash) & this.#mask; ; slot = (slot + 1) & this.#mask) {
      const place = (this.#slots[slot] ?? 0) - 1;
      if (place < 0) return;
      const list = this.#listAt(place);
      const text = this.#texts[list] ?? new Uint8Array();
      const start = place - (this.#starts[list] ?? 0);
      const isDotted = text[start] === DOT;
      if (this.#isAt(text, isDotted ? start + 1 : start, from, to)) {
        hits.push({ list, length: to - from, isDotted });
      }
    }
  }

  #isAt(text: Uint8Array, start: number, from: number, to: number): boolean {
    const shift = start - from;
    for (let at = from; at < to; at += 1) if (text[at + shift] !== this.#buffer[at]) return false;
    return text[to + shift] === NEWLINE;
  }

  #listAt(place: number): number {
    let low = 0;
    let high = this.#starts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#starts[middle] ?? 0) <= place) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }
}

/** Spreads the hashes of similar names over the whole table. */
function mix(hash: number): number {
  const once = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (once ^ (once >>> 13)) >>> 0;
}
