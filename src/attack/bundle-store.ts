import { toHex } from "../lib/hex.ts";

const PART_BYTES = 8 * 1024 * 1024;

const keyOf = (sha256: string) => `bundles/${sha256}.json`;
const incomingKey = (uploadId: string) => `bundles/incoming/${uploadId}`;

/** Bundles in object storage, under the SHA-256 of their plain JSON. */
export class BundleStore {
  readonly #files: R2Bucket;

  constructor(files: R2Bucket) {
    this.#files = files;
  }

  /** The bundle as a stream, or null. */
  async open(sha256: string): Promise<ReadableStream<Uint8Array> | null> {
    const object = await this.#files.get(keyOf(sha256));
    return object === null ? null : object.body;
  }

  /**
   * Stores a stream of unknown length, in equal parts as R2 asks, and answers its SHA-256 in hex
   * with what `accept` says at its end. When the stream or `accept` fails nothing stays.
   */
  async store<T>(
    stream: ReadableStream<Uint8Array>,
    uploadId: string,
    accept: () => T,
  ): Promise<{ sha256: string; accepted: T }> {
    const digest = new crypto.DigestStream("SHA-256");
    const hash = digest.getWriter();
    const upload = await this.#files.createMultipartUpload(incomingKey(uploadId));
    let size = 0;
    let accepted: T;
    try {
      const parts: R2UploadedPart[] = [];
      for await (const part of inParts(stream)) {
        size += part.byteLength;
        await hash.write(part);
        parts.push(await upload.uploadPart(parts.length + 1, part));
      }
      accepted = accept();
      await hash.close();
      await upload.complete(parts);
    } catch (error) {
      await hash.abort().catch(() => undefined);
      await digest.digest.catch(() => undefined);
      await upload.abort();
      throw error;
    }
    const sha256 = toHex(await digest.digest);
    await this.#moveTo(keyOf(sha256), incomingKey(uploadId), size);
    return { sha256, accepted };
  }

  /** R2 cannot rename, so the object is copied; its hash was not known before its end. */
  async #moveTo(key: string, from: string, size: number): Promise<void> {
    try {
      if ((await this.#files.head(key)) !== null) return;
      const object = await this.#files.get(from);
      if (object === null) throw new Error("R2 lost an upload that it had acknowledged");
      const { readable, writable } = new FixedLengthStream(size);
      await Promise.all([object.body.pipeTo(writable), this.#files.put(key, readable)]);
    } finally {
      await this.#files.delete(from);
    }
  }
}

/** Collects chunks into parts of equal size; the last may be smaller, and one there is always. */
async function* inParts(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  let part = new Uint8Array(PART_BYTES);
  let filled = 0;
  for await (const chunk of stream) {
    for (let from = 0; from < chunk.length;) {
      const taken = chunk.subarray(from, from + PART_BYTES - filled);
      part.set(taken, filled);
      filled += taken.length;
      from += taken.length;
      if (filled === PART_BYTES) {
        yield part;
        part = new Uint8Array(PART_BYTES);
        filled = 0;
      }
    }
  }
  if (filled > 0) yield part.subarray(0, filled);
}
