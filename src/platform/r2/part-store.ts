import { readLargeChunks } from "../lib/streams.ts";
import { yieldToOthers } from "../lib/yield-to-others.ts";

/** Size of every part except the last. */
export const PART_BYTES = 8 * 1024 * 1024;

/** Bytes stored per step. */
const SLICE_BYTES = 256 * 1024;

/** How many parts are stored. */
export interface StoredParts {
  count: number;
  /** The sender's version of the bytes (ETag or Last-Modified), empty if there is none. */
  validator: string;
}

/** The object that parts are joined to. */
export interface JoinedParts {
  key: string;
  /** Of all its bytes, in hex. */
  sha256: string;
  /** The encoding of the bytes, if any. */
  contentEncoding?: "gzip" | undefined;
}

/**
 * Stores incoming bytes in object storage, each part as a separate object. Only one part is in memory, and an
 * interrupted transfer can be resumed. Parts share a name and are numbered from 1.
 */
export class PartStore {
  readonly #files: R2Bucket;
  readonly #prefix: string;

  /** @param prefix of all keys, exclusive to this store; ends with a slash */
  constructor(files: R2Bucket, prefix: string) {
    this.#files = files;
    this.#prefix = prefix;
  }

  async put(name: string, part: number, bytes: Uint8Array, validator = ""): Promise<void> {
    const options = { customMetadata: { validator } };
    await this.#putInSlices(this.#keyOf(name, part), bytes.length, [bytes], options);
  }

  /** Returns the unbroken run of whole parts from the first on that came from the same bytes. */
  async list(name: string): Promise<StoredParts> {
    const prefix = `${this.#prefix}${name}/`;
    const { objects } = await this.#files.list({ prefix, include: ["customMetadata"] });
    const validator = objects[0]?.customMetadata?.["validator"] ?? "";
    let count = 0;
    for (const { key, size, customMetadata } of objects) {
      const isNext = key === this.#keyOf(name, count + 1) && size === PART_BYTES;
      if (!isNext || customMetadata?.["validator"] !== validator) break;
      count += 1;
    }
    return { count, validator };
  }

  /**
   * Yields the bytes of the first `count` parts.
   * @throws Error if one of them is missing
   */
  async *read(name: string, count: number): AsyncGenerator<Uint8Array> {
    for (let part = 1; part <= count; part += 1) {
      const object = await this.#files.get(this.#keyOf(name, part));
      if (object === null) throw new Error(`R2 lost part ${part} of ${this.#prefix}${name}`);
      yield* readLargeChunks(object.body);
    }
  }

  /** Returns the first bytes of the first part, or none if it is missing. */
  async readHead(name: string, length: number): Promise<Uint8Array> {
    const range = { offset: 0, length };
    const object = await this.#files.get(this.#keyOf(name, 1), { range });
    return object === null ? new Uint8Array() : new Uint8Array(await object.arrayBuffer());
  }

  /** Joins the first `count` parts and the rest to one object. R2 itself checks the hash. */
  async join(name: string, count: number, rest: Uint8Array, whole: JoinedParts): Promise<void> {
    const { key, sha256, contentEncoding } = whole;
    const options = { sha256, ...(contentEncoding && { httpMetadata: { contentEncoding } }) };
    const all = chain(this.read(name, count), [rest]);
    await this.#putInSlices(key, count * PART_BYTES + rest.length, all, options);
  }

  /** Marks the parts as in use, so that they do not count as abandoned. */
  async touch(name: string): Promise<void> {
    await this.#files.put(`${this.#prefix}${name}/alive`, "");
  }

  /** Removes everything under a name. */
  async remove(name: string): Promise<void> {
    const { objects } = await this.#files.list({ prefix: `${this.#prefix}${name}/` });
    if (objects.length > 0) await this.#files.delete(objects.map(({ key }) => key));
  }

  /** Removes names that were neither written nor touched since a time. */
  async removeAbandoned(before: string): Promise<void> {
    const names = new Map<string, string[]>();
    const alive = new Set<string>();
    let cursor: string | undefined;
    do {
      const page: R2Objects = await this.#files.list({
        prefix: this.#prefix,
        ...(cursor !== undefined && { cursor }),
      });
      for (const { key, uploaded } of page.objects) {
        const name = key.slice(this.#prefix.length).split("/")[0] ?? "";
        names.set(name, [...(names.get(name) ?? []), key]);
        if (uploaded.toISOString() >= before) alive.add(name);
      }
      cursor = page.truncated ? page.cursor : undefined;
    } while (cursor !== undefined);
    for (const [name, keys] of names) if (!alive.has(name)) await this.#files.delete(keys);
  }

  /** Stores bytes in slices, so that other requests get a turn. */
  async #putInSlices(
    key: string,
    size: number,
    chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
    options: R2PutOptions,
  ): Promise<void> {
    const { readable, writable } = new FixedLengthStream(size);
    const stored = this.#files.put(key, readable, options);
    const writer = writable.getWriter();
    const written = (async () => {
      for await (const slice of slicesOf(chunks)) {
        await yieldToOthers();
        await writer.write(slice);
      }
      await writer.close();
    })().catch(async (error: unknown) => {
      await writer.abort(error);
      throw error;
    });
    await Promise.all([stored, written]);
  }

  #keyOf(name: string, part: number): string {
    return `${this.#prefix}${name}/${String(part).padStart(4, "0")}`;
  }
}

async function* chain(
  first: AsyncIterable<Uint8Array>,
  then: Iterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield* first;
  yield* then;
}

/** Yields slices of a few milliseconds of work each. */
async function* slicesOf(
  chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    for (let from = 0; from < chunk.length; from += SLICE_BYTES) {
      yield chunk.subarray(from, from + SLICE_BYTES);
    }
  }
}
