import { toHex } from "../lib/to-hex.ts";
import { PART_BYTES, type PartStore } from "./part-store.ts";

/** Chunks from the network are small, and each look at them has its price. */
const LOOK_BYTES = 512 * 1024;

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
  readonly #digest = new crypto.DigestStream("SHA-256");
  readonly #hash = this.#digest.getWriter();
  readonly #part = new Uint8Array(PART_BYTES);
  #filled = 0;
  /** How far into the part its bytes were looked at and hashed. */
  #looked = 0;
  #count = 0;
  #size = 0;

  constructor(store: PartStore, name: string, options: PartWriterOptions = {}) {
    this.#store = store;
    this.#name = name;
    this.#validator = options.validator ?? "";
    this.#onBytes = options.onBytes ?? (() => undefined);
    // Nobody waits for the digest of what was given up.
    this.#digest.digest.catch(() => undefined);
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

  /** Stores what is in memory as the last part. */
  async storeRest(): Promise<void> {
    await this.#lookAtRest();
    if (this.#filled > 0) await this.#storePart();
  }

  /** The SHA-256 of all bytes, in hex; nothing can be written afterwards. */
  async finish(): Promise<string> {
    await this.#lookAtRest();
    await this.#hash.close();
    return toHex(await this.#digest.digest);
  }

  /** Gives up and leaves nothing behind. */
  async discard(): Promise<void> {
    await this.#hash.abort().catch(() => undefined);
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
  }

  async #storePart(): Promise<void> {
    // Counted first: what fails may have been stored all the same.
    this.#count += 1;
    await this.#store.put(this.#name, this.#count, this.rest, this.#validator);
    this.#filled = 0;
    this.#looked = 0;
  }
}
