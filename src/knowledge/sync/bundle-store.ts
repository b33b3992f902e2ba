import { gunzip } from "../../platform/lib/gunzip.ts";
import { readLargeChunks } from "../../platform/lib/streams.ts";
import { type JoinedParts, PartStore } from "../../platform/r2/part-store.ts";
import type { PartWriter } from "../../platform/r2/part-writer.ts";

const keyOf = (sha256: string) => `bundles/${sha256}.json`;

/**
 * Bundles in object storage, by the SHA-256 of their unpacked JSON. A packed upload is stored packed, with its declared
 * encoding: a fourth of the bytes to store and to read.
 */
export class BundleStore {
  /** The parts of incomplete bundles. */
  readonly incoming: PartStore;
  readonly #files: R2Bucket;

  constructor(files: R2Bucket) {
    this.#files = files;
    this.incoming = new PartStore(files, "bundles/incoming/");
  }

  /** Returns the unpacked bytes of a bundle, or null. A chunk is valid only until the next one is requested. */
  async open(sha256: string): Promise<AsyncIterable<Uint8Array> | null> {
    const object = await this.#files.get(keyOf(sha256));
    if (object === null) return null;
    const stored = readLargeChunks(object.body);
    return object.httpMetadata?.contentEncoding === "gzip" ? gunzip(stored) : stored;
  }

  async has(sha256: string): Promise<boolean> {
    return (await this.#files.head(keyOf(sha256))) !== null;
  }

  /** Stores a complete bundle unless it exists, and removes its parts. */
  async keep(
    came: PartWriter,
    sha256: string,
    as: Pick<JoinedParts, "sha256" | "contentEncoding">,
  ): Promise<void> {
    if (await this.has(sha256)) await came.discard();
    else await came.join({ ...as, key: keyOf(sha256) });
  }
}
