/** Kinds of bytes in JSON at which a scanner can stop. They can be combined. */
export const BLANK = 1;
export const QUOTE = 2;
export const COMMA = 4;
export const COLON = 8;
export const OPENER = 16;
export const CLOSER = 32;
/** Characters of numbers and literals, and bytes that are not valid JSON. */
export const OTHER = 64;
/** The closing quote of a string. */
export const STRING_END = 128;

const BACKSLASH_BYTE = 0x5c;
const QUOTE_BYTE = 0x22;

/** Blanks are JSON white space and the three bytes of a UTF-8 byte order mark. */
const KINDS = kindsOf([
  [BLANK, [0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf]],
  [QUOTE, [QUOTE_BYTE]],
  [COMMA, [0x2c]],
  [COLON, [0x3a]],
  [OPENER, [0x7b, 0x5b]],
  [CLOSER, [0x7d, 0x5d]],
]);

function kindsOf(given: readonly (readonly [kind: number, bytes: readonly number[]])[]) {
  const kinds = new Uint8Array(256).fill(OTHER);
  for (const [kind, bytes] of given) for (const byte of bytes) kinds[byte] = kind;
  return kinds;
}

/** Returns the kind of a byte outside strings. */
export function kindOfByte(byte: number): number {
  return KINDS[byte] ?? OTHER;
}

/** Returns the index of the next byte of these kinds from `start`, ignoring strings, or the chunk's length. */
export function indexOfKind(chunk: Uint8Array, start: number, kinds: number): number {
  let i = start;
  while (i < chunk.length && (kindOfByte(chunk[i] ?? 0) & kinds) === 0) i += 1;
  return i;
}

/**
 * Scans the structure of chunked JSON: the bytes outside strings. It does not check the grammar, and the caller chooses
 * where to stop. Between two chunks it stores whether a string is open and whether a backslash ended the last chunk.
 */
export class JsonScanner {
  #inString = false;
  #isEscaped = false;

  /**
   * Returns the index of the next stop from `start`, or the chunk's length. Strings are skipped whole. After a stop at
   * an opening `QUOTE`, the next call skips the string.
   */
  next(chunk: Uint8Array, start: number, stops: number): number {
    let i = start;
    for (;;) {
      if (this.#inString) {
        i = this.#endOfString(chunk, i);
        if (i >= chunk.length) return chunk.length;
        this.#inString = false;
        if ((stops & STRING_END) !== 0) return i;
        i += 1;
      }
      i = indexOfKind(chunk, i, stops | QUOTE);
      if (i >= chunk.length) return i;
      if (chunk[i] !== QUOTE_BYTE) return i;
      this.#inString = true;
      if ((stops & QUOTE) !== 0) return i;
      i += 1;
    }
  }

  /** Returns the index of the open string's closing quote, or at least the chunk's length. */
  #endOfString(chunk: Uint8Array, start: number): number {
    let i = this.#isEscaped && start < chunk.length ? start + 1 : start;
    if (start < chunk.length) this.#isEscaped = false;
    for (; i < chunk.length; i += 1) {
      const byte = chunk[i];
      if (byte === QUOTE_BYTE) return i;
      if (byte !== BACKSLASH_BYTE) continue;
      i += 1;
      this.#isEscaped = i >= chunk.length;
    }
    return i;
  }
}
