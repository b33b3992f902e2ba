import { PartStore } from "../../platform/r2/part-store.ts";

const keyOf = (sha256: string) => `bundles/${sha256}.json`;

/** Bundles in object storage, under the SHA-256 of their plain JSON. */
export class BundleStore {
  /** The parts of bundles that have not wholly come in yet. */
  readonly incoming: PartStore;
  readonly #files: R2Bucket;

  constructor(files: R2Bucket) {
    this.#files = files;
    this.incoming = new PartStore(files, "bundles/incoming/");
  }

  /** The bundle as a stream, or null. */
  async open(sha256: string): Promise<ReadableStream<Uint8Array> | null> {
    return (await this.#files.get(keyOf(sha256)))?.body ?? null;
  }

  async has(sha256: string): Promise<boolean> {
    return (await this.#files.head(keyOf(sha256))) !== null;
  }

  /** Makes a bundle of the first `count` parts that came in under a name, unless it is there. */
  async join(upload: string, count: number, size: number, sha256: string): Promise<void> {
    if (await this.has(sha256)) return;
    await this.incoming.join(upload, count, { key: keyOf(sha256), size, sha256 });
  }
}
