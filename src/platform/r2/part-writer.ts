import { Sha256 } from "../lib/sha256.ts";
import { yieldToOthers } from "../lib/yield-to-others.ts";
import { type JoinedParts, PART_BYTES, type PartStore } from "./part-store.ts";

/** Network chunks are small, and processing each has a fixed cost. */
const LOOK_BYTES = 256 * 1024;

export interface PartWriterOptions {
  /** The sender's version of these bytes, empty if there is none. */
  validator?: string;
  /** Inspects all bytes in order before they are stored. An error ends the writing. */
  onBytes?: (bytes: Uint8Array) => void;
}

/** Hashes bytes and stores them in parts. The last incomplete part is in memory. */
export class PartWriter {
  readonly #store: PartStore;
  readonly #name: string;
  readonly #validator: string;
  readonly #onBytes: (bytes: Uint8Array) => void;
  readonly #hash = new Sha256();
  readonly #part = new Uint8Array(PART_BYTES);
  #filled = 0;
  /** How many bytes of the part were inspected and hashed. */
  #looked = 0;
  #count = 0;
  #size = 0;
  #isGivenUp = false;
  /** The pending storage of a part. */
  #storing = Promise.resolve();

  constructor(store: PartStore, name: string, options: PartWriterOptions = {}) {
    this.#store = store;
    this.#name = name;
    this.#validator = options.validator ?? "";
    this.#onBytes = options.onBytes ?? (() => undefined);
  }

  /** Bytes received so far. */
  get size(): number {
    return this.#size;
  }

  /** Parts whose storage has begun. */
  get count(): number {
    return this.#count;
  }

  /** Bytes that are only in memory. */
  get rest(): Uint8Array {
    return this.#part.subarray(0, this.#filled);
  }

  /** Processes the stored parts of an interrupted transfer. Call it before the first write. */
  async resume(count: number): Promise<void> {
    for await (const chunk of this.#store.read(this.#name, count)) await this.#look(chunk);
    this.#count = count;
    this.#size = count * PART_BYTES;
  }

  async write(chunk: Uint8Array): Promise<void> {
    this.#size += chunk.length;
    for (let from = 0; from < chunk.length;) {
      const taken = chunk.subarray(from, from + PART_BYTES - this.#filled);
      this.#part.set(taken, this.#filled);
      this.#filled += taken.length;
      from += taken.length;
      const isFull = this.#filled === PART_BYTES;
      if (isFull || this.#filled - this.#looked >= LOOK_BYTES) await this.#lookAtRest();
      if (isFull) await this.#storePart();
    }
  }

  /** Passes all written bytes to `onBytes`. */
  async flush(): Promise<void> {
    await this.#lookAtRest();
  }

  /** Joins all bytes to one object. */
  async join(whole: JoinedParts): Promise<void> {
    await this.#store.join(this.#name, this.#count, this.rest, whole);
    if (this.#count > 0) await this.#store.remove(this.#name);
  }

  /** Returns the SHA-256 of all bytes in hex. Nothing can be written afterwards. */
  async finish(): Promise<string> {
    await this.#lookAtRest();
    return await this.#hash.finish();
  }

  /** Cancels and removes everything. */
  async discard(): Promise<void> {
    this.#isGivenUp = true;
    await this.#hash.discard();
    // A part that is still being stored would otherwise appear after the removal.
    await this.#storing.catch(() => undefined);
    await this.#store.remove(this.#name);
  }

  async #lookAtRest(): Promise<void> {
    const bytes = this.#part.subarray(this.#looked, this.#filled);
    this.#looked = this.#filled;
    if (bytes.length > 0) await this.#look(bytes);
  }

  async #look(bytes: Uint8Array): Promise<void> {
    this.#onBytes(bytes);
    await this.#hash.write(bytes);
    await yieldToOthers();
  }

  async #storePart(): Promise<void> {
    if (this.#isGivenUp) throw new Error("These bytes were given up.");
    // Counted first, because a failed write may still have been stored.
    this.#count += 1;
    this.#storing = this.#store.put(this.#name, this.#count, this.rest, this.#validator);
    await this.#storing;
    this.#filled = 0;
    this.#looked = 0;
  }
}
