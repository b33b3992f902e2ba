/** Decodes a stream of bytes by its first bytes: UTF-8, or UTF-16 with or without a byte order mark. */
export class TextDecoding {
  #decoder: TextDecoder | null = null;
  #head: Uint8Array = new Uint8Array();

  /** Returns the text of a chunk. Invalid bytes become U+FFFD. */
  push(chunk: Uint8Array): string {
    if (this.#decoder !== null) return this.#decoder.decode(chunk, { stream: true });
    const head = new Uint8Array(this.#head.length + chunk.length);
    head.set(this.#head);
    head.set(chunk, this.#head.length);
    if (head.length < 4) {
      this.#head = head;
      return "";
    }
    return this.#begin(head, true);
  }

  end(): string {
    return this.#decoder === null ? this.#begin(this.#head, false) : this.#decoder.decode();
  }

  #begin(head: Uint8Array, stream: boolean): string {
    this.#decoder = new TextDecoder(encodingOf(head), { fatal: false, ignoreBOM: false });
    return this.#decoder.decode(head, { stream });
  }
}

/** Detects UTF-16 by its zero bytes, since JSON begins with two ASCII characters (RFC 4627, section 3). */
function encodingOf([first = 1, second = 1]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  if (first !== 0 && second === 0) return "utf-16le";
  if (first === 0 && second !== 0) return "utf-16be";
  return "utf-8";
}
