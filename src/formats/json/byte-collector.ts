/** The bytes of one element, or of the text between the bundle's keys, which may span several chunks. */
export class ByteCollector {
  #chunk: Uint8Array = new Uint8Array();
  #from: number | null = null;
  #carried: Uint8Array[] = [];
  #carriedSize = 0;

  /** Sets the next chunk. Bytes begun in an earlier chunk continue at its start. */
  nextChunk(chunk: Uint8Array): void {
    this.#chunk = chunk;
    if (this.#from !== null) this.#from = 0;
  }

  /** Starts collecting at this index of the chunk. */
  begin(at: number): void {
    this.#from = at;
  }

  /** Stops collecting and returns the bytes up to, but not including, `at`. */
  take(at: number): Uint8Array {
    const last = this.#chunk.subarray(this.#from ?? at, at);
    this.#from = null;
    if (this.#carriedSize === 0) return last;
    const whole = new Uint8Array(this.#carriedSize + last.length);
    let offset = 0;
    for (const part of [...this.#carried, last]) {
      whole.set(part, offset);
      offset += part.length;
    }
    this.#carried = [];
    this.#carriedSize = 0;
    return whole;
  }

  /** Stops collecting and drops the collected bytes. */
  discard(): void {
    this.#from = null;
    this.#carried = [];
    this.#carriedSize = 0;
  }

  /** Returns how many bytes are carried over to the next chunk. */
  endChunk(): number {
    if (this.#from === null) return 0;
    const rest = this.#chunk.slice(this.#from);
    this.#carried.push(rest);
    this.#carriedSize += rest.length;
    return this.#carriedSize;
  }
}
