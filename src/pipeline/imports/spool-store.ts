import { PartStore } from "../../platform/r2/part-store.ts";
import { PartWriter } from "../../platform/r2/part-writer.ts";

/** A body that was received once and can be read again. */
export interface Spooled {
  /** SHA-256 of the whole body, in hex. */
  sha256: string;
  /** Its first bytes. */
  head: Uint8Array;
  size: number;
  read(): AsyncIterable<Uint8Array>;
  remove(): Promise<void>;
}

/** A spool in use is touched at least this often. */
const TOUCH_MS = 60_000;
const HEAD_BYTES = 1024;

/** Stores bodies that are too large for memory as parts in object storage during processing. */
export class SpoolStore {
  readonly #parts: PartStore;

  constructor(files: R2Bucket) {
    this.#parts = new PartStore(files, "imports/incoming/");
  }

  /**
   * Receives a body. Up to 8 MiB remain in memory, and a smaller body is not stored. A failed upload leaves nothing
   * behind.
   */
  async take(name: string, body: AsyncIterable<Uint8Array>): Promise<Spooled> {
    const spool = new Spool(this.#parts, name);
    try {
      return await spool.take(body);
    } catch (error) {
      await spool.discard();
      throw error;
    }
  }

  /** Removes spools that have not been touched since a time. */
  async removeAbandoned(before: string): Promise<void> {
    await this.#parts.removeAbandoned(before);
  }
}

/** One body: its complete parts in object storage, its end in memory. */
class Spool {
  readonly #parts: PartStore;
  readonly #name: string;
  readonly #writer: PartWriter;
  #touchedAt = Date.now();

  constructor(parts: PartStore, name: string) {
    this.#parts = parts;
    this.#name = name;
    this.#writer = new PartWriter(parts, name);
  }

  async take(body: AsyncIterable<Uint8Array>): Promise<Spooled> {
    for await (const chunk of body) {
      await this.#writer.write(chunk);
      await this.#touch();
    }
    return {
      sha256: await this.#writer.finish(),
      head: await this.#head(),
      size: this.#writer.size,
      read: () => this.#read(),
      remove: async () => await this.#remove(),
    };
  }

  async discard(): Promise<void> {
    await this.#writer.discard();
  }

  async #head(): Promise<Uint8Array> {
    const { count, rest } = this.#writer;
    return count === 0
      ? rest.slice(0, HEAD_BYTES)
      : await this.#parts.readHead(this.#name, HEAD_BYTES);
  }

  async *#read(): AsyncGenerator<Uint8Array> {
    const { count, rest } = this.#writer;
    for await (const chunk of this.#parts.read(this.#name, count)) {
      await this.#touch();
      yield chunk;
    }
    if (rest.length > 0) yield rest.slice();
  }

  async #remove(): Promise<void> {
    if (this.#writer.count > 0) await this.#parts.remove(this.#name);
  }

  /** Signals activity, however slow the sender or the reader is. */
  async #touch(): Promise<void> {
    if (this.#writer.count === 0 || Date.now() - this.#touchedAt < TOUCH_MS) return;
    this.#touchedAt = Date.now();
    await this.#parts.touch(this.#name);
  }
}
