import { Sha256 } from "../lib/sha256.ts";
import { yieldToOthers } from "../lib/yield-to-others.ts";
import { type JoinedParts, PART_BYTES, type PartStore } from "./part-store.ts";

/** Chunks from the network are small, and each look at them has its price. */
const LOOK_BYTES = 256 * 1024;

export interface PartWriterOptions {
  /** What the sender calls the version of these bytes; empty when it names none. */
  validator?: string;
  /** Looks at all bytes in order, before they are stored; what it throws ends the writing. */
  onBytes?: (bytes: Uint8Array) => void;
}

/** Hashes bytes and stores them in parts; the part that is not full yet is in memory. */
export class PartWriter {
  readonly #store: PartStore;
  readonly #name: string;
  readonly #validator: string;
  readonly #onBytes: (bytes: Uint8Array) => void;
  readonly #hash = new Sha256();
  readonly #part = new Uint8Array(PART_BYTES);
  #filled = 0;
  /** How far into the part its bytes were looked at and hashed. */
  #looked = 0;
  #count = 0;
  #size = 0;
  #isGivenUp = false;
  /** The part that is being stored. */
  #storing = Promise.resolve();

  constructor(store: PartStore, name: string, options: PartWriterOptions = {}) {
    this.#store = store;
    this.#name = name;
    this.#validator = options.validator ?? "";
    this.#onBytes = options.onBytes ?? (() => undefined);
  }

  /** Bytes taken in so far. */
  get size(): number {
    return this.#size;
  }

  /** Parts of which storing was begun. */
  get count(): number {
    return this.#count;
  }

  /** What is in memory alone. */
  get rest(): Uint8Array {
    return this.#part.subarray(0, this.#filled);
  }

  /** Looks at parts that an interrupted transfer has stored; before anything is written. */
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

  /** Has `onBytes` look at all that was written. */
  async flush(): Promise<void> {
    await this.#lookAtRest();
  }

  /** Makes one object of all bytes. */
  async join(whole: JoinedParts): Promise<void> {
    await this.#store.join(this.#name, this.#count, this.rest, whole);
    if (this.#count > 0) await this.#store.remove(this.#name);
  }

  /** The SHA-256 of all bytes, in hex; nothing can be written afterwards. */
  async finish(): Promise<string> {
    await this.#lookAtRest();
    return await this.#hash.finish();
  }

  /** Gives up and leaves nothing behind. */
  async discard(): Promise<void> {
    this.#isGivenUp = true;
    await this.#hash.discard();
    // What is being stored would come after what is removed.
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
    // Counted first: what fails may have been stored all the same.
    this.#count += 1;
    this.#storing = this.#store.put(this.#name, this.#count, this.rest, this.#validator);
    await this.#storing;
    this.#filled = 0;
    this.#looked = 0;
  }
}
