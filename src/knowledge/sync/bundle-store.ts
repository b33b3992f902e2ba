import { readLargeChunks } from "../../platform/lib/streams.ts";

/** Size of every part but the last. */
export const PART_BYTES = 8 * 1024 * 1024;

const INCOMING = "bundles/incoming/";

const keyOf = (sha256: string) => `bundles/${sha256}.json`;
const partKey = (upload: string, part: number) =>
  `${INCOMING}${upload}/${String(part).padStart(4, "0")}`;

/** The parts of a bundle that has not wholly come in yet. */
export interface IncomingParts {
  count: number;
  /** What the sender calls the version of the bytes (ETag or Last-Modified); empty when it names none. */
  validator: string;
}

/**
 * Bundles in object storage, under the SHA-256 of their plain JSON. While one comes in, its parts
 * are objects of their own, so that a download can go on after an interruption.
 */
export class BundleStore {
  readonly #files: R2Bucket;

  constructor(files: R2Bucket) {
    this.#files = files;
  }

  /** The bundle as a stream, or null. */
  async open(sha256: string): Promise<ReadableStream<Uint8Array> | null> {
    return (await this.#files.get(keyOf(sha256)))?.body ?? null;
  }

  async has(sha256: string): Promise<boolean> {
    return (await this.#files.head(keyOf(sha256))) !== null;
  }

  /** Stores one part, counted from 1. */
  async putPart(upload: string, part: number, bytes: Uint8Array, validator: string): Promise<void> {
    await this.#files.put(partKey(upload, part), bytes, { customMetadata: { validator } });
  }

  /** The unbroken run of whole parts from the first on that came from the same bytes. */
  async listParts(upload: string): Promise<IncomingParts> {
    const prefix = `${INCOMING}${upload}/`;
    const { objects } = await this.#files.list({ prefix, include: ["customMetadata"] });
    const validator = objects[0]?.customMetadata?.["validator"] ?? "";
    let count = 0;
    for (const { key, size, customMetadata } of objects) {
      const isNext = key === partKey(upload, count + 1) && size === PART_BYTES;
      if (!isNext || customMetadata?.["validator"] !== validator) break;
      count += 1;
    }
    return { count, validator };
  }

  /** The bytes of the first `count` parts. @throws Error when one of them is gone */
  async *readParts(upload: string, count: number): AsyncGenerator<Uint8Array> {
    for (let part = 1; part <= count; part += 1) {
      const object = await this.#files.get(partKey(upload, part));
      if (object === null) throw new Error(`R2 lost part ${part} of an upload`);
      yield* readLargeChunks(object.body);
    }
  }

  /** Makes one object of the parts; R2 itself checks the hash. */
  async join(upload: string, count: number, size: number, sha256: string): Promise<void> {
    if (await this.has(sha256)) return;
    const { readable, writable } = new FixedLengthStream(size);
    const stored = this.#files.put(keyOf(sha256), readable, { sha256 });
    const writer = writable.getWriter();
    const copied = (async () => {
      for await (const chunk of this.readParts(upload, count)) await writer.write(chunk);
      await writer.close();
    })().catch(async (error: unknown) => {
      await writer.abort(error);
      throw error;
    });
    await Promise.all([stored, copied]);
  }

  /** Removes the parts of an upload. */
  async removeParts(upload: string): Promise<void> {
    const { objects } = await this.#files.list({ prefix: `${INCOMING}${upload}/` });
    if (objects.length > 0) await this.#files.delete(objects.map(({ key }) => key));
  }

  /** Removes parts that were stored before a time and never joined. */
  async removeAbandonedParts(before: string): Promise<void> {
    const { objects } = await this.#files.list({ prefix: INCOMING });
    const old = objects.filter(({ uploaded }) => uploaded.toISOString() < before);
    if (old.length > 0) await this.#files.delete(old.map(({ key }) => key));
  }
}
