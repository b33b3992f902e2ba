const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Passes over the strings of JSON that comes in chunks; this is the state between two of them. */
export class JsonString {
  /** Whether a string is open. */
  isOpen = false;
  #escaped = false;

  /** Passes over an open string: answers the index of its closing quote, or the chunk's length. */
  pass(chunk: Uint8Array, start: number): number {
    let i = start;
    if (this.#escaped) i += 1;
    this.#escaped = false;
    for (; i < chunk.length; i += 1) {
      const byte = chunk[i];
      if (byte === BACKSLASH) {
        i += 1;
        this.#escaped = i >= chunk.length;
      } else if (byte === QUOTE) {
        this.isOpen = false;
        return i;
      }
    }
    return i;
  }
}
