import { toHex } from "../../platform/lib/to-hex.ts";
import { readLargeChunks } from "../../platform/lib/streams.ts";

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

/** A spool whose owner is at work says so at least this often. */
const SIGN_MS = 60_000;

/** Bodies that are too large for memory, in parts in object storage while they are worked on. */
export class SpoolStore {
  readonly #files: R2Bucket;

  constructor(files: R2Bucket) {
    this.#files = files;
  }

  /**
   * Takes a body in; up to 8 MiB of it stay in memory, and a smaller one is stored nowhere. One that
   * cannot be taken in leaves nothing behind.
   */
  async take(name: string, body: AsyncIterable<Uint8Array>): Promise<Spooled> {
    const hash = new crypto.DigestStream("SHA-256");
    hash.digest.catch(() => undefined);
    const writer = hash.getWriter();
    const spool = new Spool(this.#files, name);
    try {
      for await (const chunk of body) {
        await writer.write(chunk);
        await spool.write(chunk);
      }
      await writer.close();
      return {
        sha256: toHex(await hash.digest),
        head: await spool.head(),
        size: spool.size,
        read: () => spool.read(),
        remove: async () => await spool.remove(),
      };
    } catch (error) {
      await writer.abort(error).catch(() => undefined);
      await spool.remove();
      throw error;
    }
  }

  /** Removes spools that nobody has given a sign of since a time. */
  async removeAbandoned(before: string): Promise<void> {
    const signs = new Map<string, string[]>();
    const alive = new Set<string>();
    let cursor: string | undefined;
    do {
      const page = await this.#files.list({
        prefix: PREFIX,
        ...(cursor !== undefined && { cursor }),
      });
      for (const { key, uploaded } of page.objects) {
        const name = key.slice(PREFIX.length).split("/")[0] ?? "";
        signs.set(name, [...(signs.get(name) ?? []), key]);
        if (uploaded.toISOString() >= before) alive.add(name);
      }
      cursor = page.truncated ? page.cursor : undefined;
    } while (cursor !== undefined);
    for (const [name, keys] of signs) if (!alive.has(name)) await this.#files.delete(keys);
  }
}

/** One body: its whole parts in object storage, its end in memory. */
class Spool {
  readonly #files: R2Bucket;
  readonly #name: string;
  #part = new Uint8Array(PART_BYTES);
  #filled = 0;
  #parts = 0;
  #signedAt = Date.now();

  constructor(files: R2Bucket, name: string) {
    this.#files = files;
    this.#name = name;
  }

  get size(): number {
    return this.#parts * PART_BYTES + this.#filled;
  }

  async write(chunk: Uint8Array): Promise<void> {
    for (let from = 0; from < chunk.length;) {
      const taken = Math.min(chunk.length - from, PART_BYTES - this.#filled);
      this.#part.set(chunk.subarray(from, from + taken), this.#filled);
      this.#filled += taken;
      from += taken;
      if (this.#filled < PART_BYTES) continue;
      // Counted first: what fails may have been stored all the same.
      this.#parts += 1;
      await this.#files.put(keyOf(this.#name, this.#parts - 1), this.#part);
      this.#signedAt = Date.now();
      this.#part = new Uint8Array(PART_BYTES);
      this.#filled = 0;
    }
    await this.#sign();
  }

  async head(): Promise<Uint8Array> {
    if (this.#parts === 0) return this.#part.subarray(0, Math.min(1024, this.#filled));
    const range = { offset: 0, length: 1024 };
    const object = await this.#files.get(keyOf(this.#name, 0), { range });
    return object === null ? new Uint8Array() : new Uint8Array(await object.arrayBuffer());
  }

  async *read(): AsyncGenerator<Uint8Array> {
    for (let i = 0; i < this.#parts; i += 1) {
      const object = await this.#files.get(keyOf(this.#name, i));
      if (object === null) throw new Error(`R2 lost part ${i} of an import`);
      for await (const chunk of readLargeChunks(object.body)) {
        await this.#sign();
        yield chunk;
      }
    }
    if (this.#filled > 0) yield this.#part.slice(0, this.#filled);
  }

  async remove(): Promise<void> {
    if (this.#parts === 0) return;
    const keys = Array.from({ length: this.#parts }, (_, i) => keyOf(this.#name, i));
    await this.#files.delete([...keys, signOf(this.#name)]);
  }

  /** Shows that somebody is at work, however slow the sender or the reader is. */
  async #sign(): Promise<void> {
    if (this.#parts === 0 || Date.now() - this.#signedAt < SIGN_MS) return;
    this.#signedAt = Date.now();
    await this.#files.put(signOf(this.#name), "");
  }
}

const PREFIX = "imports/incoming/";

const signOf = (name: string) => `${PREFIX}${name}/alive`;

function keyOf(name: string, part: number): string {
  return `${PREFIX}${name}/${String(part).padStart(4, "0")}`;
}
