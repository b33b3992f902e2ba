/** Kinds of bytes in JSON, for the places at which a scanner stops; they can be combined. */
export const BLANK = 1;
export const QUOTE = 2;
export const COMMA = 4;
export const COLON = 8;
export const OPENER = 16;
export const CLOSER = 32;
/** Letters and digits of numbers and literals, and whatever JSON does not have. */
export const OTHER = 64;
/** The closing quote of a string. */
export const STRING_END = 128;

const BACKSLASH_BYTE = 0x5c;
const QUOTE_BYTE = 0x22;

/** Blanks are white space as JSON has it, and the three bytes of a UTF-8 byte order mark. */
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

/** What a byte outside of strings is. */
export function kindOfByte(byte: number): number {
  return KINDS[byte] ?? OTHER;
}

/** The next byte of these kinds from `start` on, wherever strings begin; the chunk's length for none. */
export function indexOfKind(chunk: Uint8Array, start: number, kinds: number): number {
  let i = start;
  while (i < chunk.length && (kindOfByte(chunk[i] ?? 0) & kinds) === 0) i += 1;
  return i;
}

/**
 * Finds the outline of JSON that comes in chunks: the bytes outside of strings. It checks no grammar;
 * whoever uses it says at which kinds of bytes to stop. This object is the state between two chunks:
 * whether a string is open, and whether a backslash ended the last chunk.
 */
export class JsonScanner {
  #inString = false;
  #isEscaped = false;

  /**
   * The index of the next byte at which to stop, from `start` on; the chunk's length for none. A string
   * is passed over whole. Stopped at the `QUOTE` that opens one, the next call passes over it.
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

  /** The index of the closing quote of the open string, or at least the chunk's length. */
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
