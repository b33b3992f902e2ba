import { toHex } from "../../platform/lib/to-hex.ts";
import { ObjectCutter } from "../../formats/stix/object-cutter.ts";
import type { StixObject } from "../../formats/stix/stix-object.ts";
import { type BundleStore, PART_BYTES } from "./bundle-store.ts";

/** Chunks from the network are small, and each look at them has its price. */
const LOOK_BYTES = 512 * 1024;

/** A bundle that came in whole; its parts wait to be joined. */
interface ReceivedBundle {
  sha256: string;
  /** The `x-mitre-collection` that names the release, where there is one. */
  collection: StixObject | null;
}

/**
 * Takes a bundle in, chunk by chunk: looks at its outline, hashes it and stores it in parts of
 * equal size. No more than one part is in memory.
 */
export class BundleReceiver {
  /** Bytes taken in so far. */
  size = 0;
  readonly #bundles: BundleStore;
  readonly #upload: string;
  readonly #validator: string;
  readonly #digest = new crypto.DigestStream("SHA-256");
  readonly #hash = this.#digest.getWriter();
  readonly #cutter = new ObjectCutter();
  #collection: StixObject | null = null;
  #part = new Uint8Array(PART_BYTES);
  #filled = 0;
  /** How far into the part it was looked at. */
  #looked = 0;
  #parts = 0;

  /** @param validator what the sender calls the version of these bytes, or "" */
  constructor(bundles: BundleStore, upload: string, validator: string) {
    this.#bundles = bundles;
    this.#upload = upload;
    this.#validator = validator;
    // Nobody waits for the digest of a bundle that was given up.
    this.#digest.digest.catch(() => undefined);
  }

  get validator(): string {
    return this.#validator;
  }

  /** Goes on where an interrupted upload of this name ended; at its beginning if nothing of it is left. */
  static async resume(bundles: BundleStore, upload: string): Promise<BundleReceiver> {
    const { count, validator } = await bundles.listParts(upload);
    const receiver = new BundleReceiver(bundles, upload, validator);
    for await (const chunk of bundles.readParts(upload, count)) await receiver.#look(chunk);
    receiver.#parts = count;
    receiver.size = count * PART_BYTES;
    return receiver;
  }

  /** @throws AppError `not_stix` soon after it is clear that this is no bundle */
  async write(chunk: Uint8Array): Promise<void> {
    this.size += chunk.length;
    for (let from = 0; from < chunk.length;) {
      const taken = chunk.subarray(from, from + PART_BYTES - this.#filled);
      this.#part.set(taken, this.#filled);
      this.#filled += taken.length;
      from += taken.length;
      const isFull = this.#filled === PART_BYTES;
      if (isFull || this.#filled - this.#looked >= LOOK_BYTES) await this.#lookOn();
      if (isFull) await this.#storePart();
    }
  }

  /**
   * Stores the last part and answers what came in.
   * @throws AppError `not_stix` when the bundle is not whole
   */
  async finish(): Promise<ReceivedBundle> {
    await this.#lookOn();
    this.#cutter.end();
    if (this.#filled > 0) await this.#storePart();
    await this.#hash.close();
    return { sha256: toHex(await this.#digest.digest), collection: this.#collection };
  }

  /** Makes one object of the parts. */
  async join(sha256: string): Promise<void> {
    await this.#bundles.join(this.#upload, this.#parts, this.size, sha256);
    await this.#bundles.removeParts(this.#upload);
  }

  /** Gives up and leaves nothing behind. */
  async discard(): Promise<void> {
    await this.#hash.abort().catch(() => undefined);
    await this.#bundles.removeParts(this.#upload);
  }

  /** Looks at what came since the last time. */
  async #lookOn(): Promise<void> {
    const seen = this.#part.subarray(this.#looked, this.#filled);
    this.#looked = this.#filled;
    await this.#look(seen);
  }

  async #look(bytes: Uint8Array): Promise<void> {
    for (const object of this.#cutter.push(bytes)) {
      if (object.type === "x-mitre-collection") this.#collection = object;
    }
    await this.#hash.write(bytes);
  }

  async #storePart(): Promise<void> {
    this.#parts += 1;
    const bytes = this.#part.subarray(0, this.#filled);
    await this.#bundles.putPart(this.#upload, this.#parts, bytes, this.#validator);
    this.#filled = 0;
    this.#looked = 0;
  }
}
