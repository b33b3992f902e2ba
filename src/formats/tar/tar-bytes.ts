/** Bytes that come in chunks, taken in pieces of any size. */
export class TarBytes {
  readonly #chunks: AsyncIterator<Uint8Array>;
  #chunk: Uint8Array = new Uint8Array();
  #at = 0;

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /** The next bytes, a copy of their own; null where there are not as many. */
  async take(size: number): Promise<Uint8Array | null> {
    const piece = new Uint8Array(size);
    for (let filled = 0; filled < size;) {
      if (!(await this.#fill())) return null;
      const part = this.#chunk.subarray(this.#at, this.#at + size - filled);
      piece.set(part, filled);
      filled += part.length;
      this.#at += part.length;
    }
    return piece;
  }

  /** Passes over bytes; false where there are not as many. */
  async skip(size: number): Promise<boolean> {
    for (let left = size; left > 0;) {
      if (!(await this.#fill())) return false;
      const part = Math.min(left, this.#chunk.length - this.#at);
      this.#at += part;
      left -= part;
    }
    return true;
  }

  /** Passes over all that is left. */
  async drain(): Promise<void> {
    while (await this.#fill()) this.#at = this.#chunk.length;
  }

  /** Lets go of what the chunks come from. */
  async close(): Promise<void> {
    await this.#chunks.return?.();
  }

  /** Whether there is at least one more byte. */
  async #fill(): Promise<boolean> {
    while (this.#at >= this.#chunk.length) {
      const { done, value } = await this.#chunks.next();
      if (done === true) return false;
      this.#chunk = value;
      this.#at = 0;
    }
    return true;
  }
}
