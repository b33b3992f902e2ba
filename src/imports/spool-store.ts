import { toHex } from "../lib/hex.ts";
import { readLargeChunks } from "../lib/streams.ts";

const PART_BYTES = 8 * 1024 * 1024;

/** A body that was read once and can be read again. */
export interface Spooled {
  /** SHA-256 of the whole, in hex. */
  sha256: string;
  /** Its first bytes. */
  head: Uint8Array;
  size: number;
  read(): AsyncIterable<Uint8Array>;
  remove(): Promise<void>;
}

/** Bodies that are too large for memory, in parts in object storage while they are worked on. */
export class SpoolStore {
  readonly #files: R2Bucket;

  constructor(files: R2Bucket) {
    this.#files = files;
  }

  /** Takes a body in; up to 8 MiB of it stay in memory, and a smaller one is stored nowhere. */
  async take(name: string, body: AsyncIterable<Uint8Array>): Promise<Spooled> {
    const digest = new crypto.DigestStream("SHA-256");
    digest.digest.catch(() => undefined);
    const hash = digest.getWriter();
    let part = new Uint8Array(PART_BYTES);
    let filled = 0;
    let parts = 0;
    for await (const chunk of body) {
      await hash.write(chunk);
      for (let from = 0; from < chunk.length;) {
        const taken = Math.min(chunk.length - from, PART_BYTES - filled);
        part.set(chunk.subarray(from, from + taken), filled);
        filled += taken;
        from += taken;
        if (filled < PART_BYTES) continue;
        await this.#files.put(keyOf(name, parts), part);
        parts += 1;
        part = new Uint8Array(PART_BYTES);
        filled = 0;
      }
    }
    await hash.close();
    const last = part.slice(0, filled);
    const head = parts === 0 ? last.subarray(0, 1024) : await this.#head(name);
    return {
      sha256: toHex(await digest.digest),
      head,
      size: parts * PART_BYTES + filled,
      read: () => this.#read(name, parts, last),
      remove: async () => {
        const keys = Array.from({ length: parts }, (_, i) => keyOf(name, i));
        if (keys.length > 0) await this.#files.delete(keys);
      },
    };
  }

  /** Removes parts that nobody came back for. */
  async removeAbandoned(before: string): Promise<void> {
    const { objects } = await this.#files.list({ prefix: PREFIX });
    const old = objects.filter(({ uploaded }) => uploaded.toISOString() < before);
    if (old.length > 0) await this.#files.delete(old.map(({ key }) => key));
  }

  async *#read(name: string, parts: number, last: Uint8Array): AsyncGenerator<Uint8Array> {
    for (let i = 0; i < parts; i += 1) {
      const object = await this.#files.get(keyOf(name, i));
      if (object === null) throw new Error(`R2 lost part ${i} of an import`);
      yield* readLargeChunks(object.body);
    }
    if (last.length > 0) yield last;
  }

  async #head(name: string): Promise<Uint8Array> {
    const object = await this.#files.get(keyOf(name, 0), { range: { offset: 0, length: 1024 } });
    return object === null ? new Uint8Array() : new Uint8Array(await object.arrayBuffer());
  }
}

const PREFIX = "imports/incoming/";

function keyOf(name: string, part: number): string {
  return `${PREFIX}${name}/${String(part).padStart(4, "0")}`;
}
