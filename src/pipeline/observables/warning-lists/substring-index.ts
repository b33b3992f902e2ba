/** Number of characters by which parts are found. */
const GRAM = 4;
const BUCKETS = 2 ** 16;

/** A part to search for in values. */
export interface Part {
  text: string;
  list: number;
}

/**
 * An index of parts that may occur in a value. Each is found by the four characters that the fewest other parts
 * share, so that a value is scanned once, regardless of the number of parts.
 */
export class SubstringIndex {
  readonly #parts: readonly Part[];
  /** The first part of each bucket plus one, and the next one of each part. */
  readonly #first = new Uint32Array(BUCKETS);
  readonly #next: Uint32Array;
  /** Offset of the four characters in their part. */
  readonly #offset: Uint16Array;

  /** @param parts of at least four characters each */
  constructor(parts: readonly Part[]) {
    this.#parts = parts;
    this.#next = new Uint32Array(parts.length);
    this.#offset = new Uint16Array(parts.length);
    const counts = new Uint32Array(BUCKETS);
    for (const { text } of parts) {
      for (let at = 0; at + GRAM <= text.length; at += 1) count(counts, gramAt(text, at));
    }
    for (const [index, { text }] of parts.entries()) {
      let rarest = 0;
      for (let at = 1; at + GRAM <= text.length; at += 1) {
        if (fewer(counts, gramAt(text, at), gramAt(text, rarest))) rarest = at;
      }
      const bucket = gramAt(text, rarest);
      this.#offset[index] = rarest;
      this.#next[index] = this.#first[bucket] ?? 0;
      this.#first[bucket] = index + 1;
    }
  }

  /** Returns the parts that occur in a value. */
  find(value: string): Part[] {
    const found = new Set<Part>();
    if (this.#parts.length === 0) return [];
    for (let at = 0; at + GRAM <= value.length; at += 1) {
      for (let held = this.#first[gramAt(value, at)] ?? 0; held !== 0;) {
        const part = this.#parts[held - 1];
        const from = at - (this.#offset[held - 1] ?? 0);
        if (part !== undefined && from >= 0 && value.startsWith(part.text, from)) found.add(part);
        held = this.#next[held - 1] ?? 0;
      }
    }
    return [...found];
  }
}

function count(counts: Uint32Array, bucket: number): void {
  counts[bucket] = (counts[bucket] ?? 0) + 1;
}

function fewer(counts: Uint32Array, one: number, other: number): boolean {
  return (counts[one] ?? 0) < (counts[other] ?? 0);
}

function gramAt(text: string, at: number): number {
  let hash = 0;
  for (let char = at; char < at + GRAM; char += 1) {
    hash = Math.imul(hash, 0x01000193) ^ text.charCodeAt(char);
  }
  return (hash ^ (hash >>> 15)) & (BUCKETS - 1);
}
