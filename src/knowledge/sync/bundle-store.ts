import { gunzip } from "../../platform/lib/gunzip.ts";
import { readLargeChunks } from "../../platform/lib/streams.ts";
import { type JoinedParts, PartStore } from "../../platform/r2/part-store.ts";
import type { PartWriter } from "../../platform/r2/part-writer.ts";

const keyOf = (sha256: string) => `bundles/${sha256}.json`;

/**
 * Bundles in object storage, under the SHA-256 of their plain JSON. One that was sent packed is kept
 * packed, with the encoding that was said: a fourth of the bytes to store and to read.
 */
export class BundleStore {
  /** The parts of bundles that have not wholly come in yet. */
  readonly incoming: PartStore;
  readonly #files: R2Bucket;

  constructor(files: R2Bucket) {
    this.#files = files;
    this.incoming = new PartStore(files, "bundles/incoming/");
  }

  /** The plain bytes of a bundle, or null. A chunk is valid only until the next one is asked for. */
  async open(sha256: string): Promise<AsyncIterable<Uint8Array> | null> {
    const object = await this.#files.get(keyOf(sha256));
    if (object === null) return null;
    const stored = readLargeChunks(object.body);
    return object.httpMetadata?.contentEncoding === "gzip" ? gunzip(stored) : stored;
  }

  async has(sha256: string): Promise<boolean> {
    return (await this.#files.head(keyOf(sha256))) !== null;
  }

  /** Keeps a bundle that came in whole, unless it is there, and no parts of it. */
  async keep(
    came: PartWriter,
    sha256: string,
    as: Pick<JoinedParts, "sha256" | "contentEncoding">,
  ): Promise<void> {
    if (await this.has(sha256)) await came.discard();
    else await came.join({ ...as, key: keyOf(sha256) });
  }
}
