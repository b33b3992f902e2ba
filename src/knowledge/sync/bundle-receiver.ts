import type { StixObject } from "../../formats/stix/stix-object.ts";
import { PartWriter } from "../../platform/r2/part-writer.ts";
import { BundleOutline } from "./bundle-outline.ts";
import type { BundleStore } from "./bundle-store.ts";

/** A complete, stored bundle. */
interface ReceivedBundle {
  sha256: string;
  /** The `x-mitre-collection` that names the release, or null. */
  collection: StixObject | null;
}

/** Receives a bundle in chunks: checks its outline, hashes it and stores it. */
export class BundleReceiver {
  /** The sender's version of these bytes, or "". */
  readonly validator: string;
  readonly #bundles: BundleStore;
  readonly #outline = new BundleOutline();
  readonly #writer: PartWriter;

  /** @param upload name under which the parts are stored */
  constructor(bundles: BundleStore, upload: string, validator: string) {
    this.#bundles = bundles;
    this.validator = validator;
    this.#writer = new PartWriter(bundles.incoming, upload, {
      validator,
      onBytes: (bytes) => this.#outline.look(bytes),
    });
  }

  /** Bytes received so far. */
  get size(): number {
    return this.#writer.size;
  }

  /** Resumes an interrupted upload of this name, or restarts it if nothing of it is left. */
  static async resume(bundles: BundleStore, upload: string): Promise<BundleReceiver> {
    const { count, validator } = await bundles.incoming.list(upload);
    const receiver = new BundleReceiver(bundles, upload, validator);
    await receiver.#writer.resume(count);
    return receiver;
  }

  /** @throws AppError `not_stix` soon after it is clear that this is not a bundle */
  async write(chunk: Uint8Array): Promise<void> {
    await this.#writer.write(chunk);
  }

  /**
   * Stores the bundle and returns its hash and collection.
   * @throws AppError `not_stix` if the bundle is incomplete
   */
  async finish(): Promise<ReceivedBundle> {
    await this.#writer.flush();
    const collection = this.#outline.finish();
    const sha256 = await this.#writer.finish();
    await this.#bundles.keep(this.#writer, sha256, { sha256 });
    return { sha256, collection };
  }

  /** Cancels and removes everything. */
  async discard(): Promise<void> {
    await this.#writer.discard();
  }
}
