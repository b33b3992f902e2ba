import { ObjectCutter } from "../../formats/stix/object-cutter.ts";
import type { StixObject } from "../../formats/stix/stix-object.ts";
import type { ReleaseReading } from "../attack/read-release.ts";

/** Checks unpacked bytes as they arrive: whether they are a bundle, and of which release. */
export class BundleOutline {
  readonly #cutter = new ObjectCutter();
  readonly #reading: ReleaseReading | null;
  #collection: StixObject | null = null;

  /** @param reading receives all objects, if given */
  constructor(reading: ReleaseReading | null = null) {
    this.#reading = reading;
  }

  /** @throws AppError `not_stix` soon after it is clear that this is not a bundle */
  look(bytes: Uint8Array): void {
    const objects = this.#cutter.push(bytes);
    this.#reading?.add(objects);
    for (const object of objects) {
      if (object.type === "x-mitre-collection") this.#collection = object;
    }
  }

  /**
   * Returns the `x-mitre-collection` that names the release, or null.
   * @throws AppError `not_stix` if the bundle is incomplete
   */
  finish(): StixObject | null {
    this.#cutter.end();
    return this.#collection;
  }
}
