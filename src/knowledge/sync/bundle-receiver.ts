import type { StixObject } from "../../formats/stix/stix-object.ts";
import { PartWriter } from "../../platform/r2/part-writer.ts";
import { BundleOutline } from "./bundle-outline.ts";
import type { BundleStore } from "./bundle-store.ts";

/** A bundle that came in whole and is stored. */
interface ReceivedBundle {
  sha256: string;
  /** The `x-mitre-collection` that names the release, where there is one. */
  collection: StixObject | null;
}

/** Takes a bundle in, chunk by chunk: looks at its outline, hashes it and stores it. */
export class BundleReceiver {
  /** What the sender calls the version of these bytes, or "". */
  readonly validator: string;
  readonly #bundles: BundleStore;
  readonly #outline = new BundleOutline();
  readonly #writer: PartWriter;

  /** @param upload name under which the parts are kept */
  constructor(bundles: BundleStore, upload: string, validator: string) {
    this.#bundles = bundles;
    this.validator = validator;
    this.#writer = new PartWriter(bundles.incoming, upload, {
      validator,
      onBytes: (bytes) => this.#outline.look(bytes),
    });
  }

  /** Bytes taken in so far. */
  get size(): number {
    return this.#writer.size;
  }

  /** Resumes an interrupted upload of this name; from its beginning if nothing of it is left. */
  static async resume(bundles: BundleStore, upload: string): Promise<BundleReceiver> {
    const { count, validator } = await bundles.incoming.list(upload);
    const receiver = new BundleReceiver(bundles, upload, validator);
    await receiver.#writer.resume(count);
    return receiver;
  }

  /** @throws AppError `not_stix` soon after it is clear that this is no bundle */
  async write(chunk: Uint8Array): Promise<void> {
    await this.#writer.write(chunk);
  }

  /**
   * Stores the bundle and answers what it is.
   * @throws AppError `not_stix` when the bundle is not whole
   */
  async finish(): Promise<ReceivedBundle> {
    await this.#writer.flush();
    const collection = this.#outline.finish();
    const sha256 = await this.#writer.finish();
    await this.#bundles.keep(this.#writer, sha256, { sha256 });
    return { sha256, collection };
  }

  /** Gives up and leaves nothing behind. */
  async discard(): Promise<void> {
    await this.#writer.discard();
  }
}
