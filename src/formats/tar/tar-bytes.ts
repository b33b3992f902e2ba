/** Reads pieces of any size from bytes that arrive in chunks. */
export class TarBytes {
  readonly #chunks: AsyncIterator<Uint8Array>;
  #chunk: Uint8Array = new Uint8Array();
  #at = 0;

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /** Returns a copy of the next bytes; null if there are not enough. */
  async take(size: number): Promise<Uint8Array | null> {
    const piece = new Uint8Array(size);
    for (let filled = 0; filled < size;) {
      const part = await this.next(size - filled);
      if (part === null) return null;
      piece.set(part, filled);
      filled += part.length;
    }
    return piece;
  }

  /** Returns the available bytes, up to `most`; null at the end. */
  async next(most: number): Promise<Uint8Array | null> {
    if (!(await this.#fill())) return null;
    const part = this.#chunk.subarray(this.#at, this.#at + most);
    this.#at += part.length;
    return part;
  }

  /** Skips bytes. Returns false if there are not enough. */
  async skip(size: number): Promise<boolean> {
    for (let left = size; left > 0;) {
      const part = await this.next(left);
      if (part === null) return false;
      left -= part.length;
    }
    return true;
  }

  /** Skips all remaining bytes. */
  async drain(): Promise<void> {
    while (await this.#fill()) this.#at = this.#chunk.length;
  }

  /** Releases the source of the chunks. */
  async close(): Promise<void> {
    await this.#chunks.return?.();
  }

  /** Returns whether there is at least one more byte. */
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
