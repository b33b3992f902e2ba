import { ObjectCutter } from "../../formats/stix/object-cutter.ts";
import type { StixObject } from "../../formats/stix/stix-object.ts";
import { PartWriter } from "../../platform/r2/part-writer.ts";
import type { BundleStore } from "./bundle-store.ts";

/** A bundle that came in whole; its parts wait to be joined. */
interface ReceivedBundle {
  sha256: string;
  /** The `x-mitre-collection` that names the release, where there is one. */
  collection: StixObject | null;
}

/** Takes a bundle in, chunk by chunk: looks at its outline, hashes it and stores it in parts. */
export class BundleReceiver {
  /** What the sender calls the version of these bytes, or "". */
  readonly validator: string;
  readonly #bundles: BundleStore;
  readonly #upload: string;
  readonly #cutter = new ObjectCutter();
  readonly #writer: PartWriter;
  #collection: StixObject | null = null;

  /** @param upload name under which the parts are kept */
  constructor(bundles: BundleStore, upload: string, validator: string) {
    this.#bundles = bundles;
    this.#upload = upload;
    this.validator = validator;
    this.#writer = new PartWriter(bundles.incoming, upload, {
      validator,
      onBytes: (bytes) => this.#look(bytes),
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
   * Stores the last part and answers what came in.
   * @throws AppError `not_stix` when the bundle is not whole
   */
  async finish(): Promise<ReceivedBundle> {
    await this.#writer.flush();
    this.#cutter.end();
    await this.#writer.storeRest();
    return { sha256: await this.#writer.finish(), collection: this.#collection };
  }

  /** Makes one object of the parts. */
  async join(sha256: string): Promise<void> {
    await this.#bundles.join(this.#upload, this.#writer.count, this.size, sha256);
    await this.#bundles.incoming.remove(this.#upload);
  }

  /** Gives up and leaves nothing behind. */
  async discard(): Promise<void> {
    await this.#writer.discard();
  }

  #look(bytes: Uint8Array): void {
    for (const object of this.#cutter.push(bytes)) {
      if (object.type === "x-mitre-collection") this.#collection = object;
    }
  }
}
