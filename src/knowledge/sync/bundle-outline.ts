import { ObjectCutter } from "../../formats/stix/object-cutter.ts";
import type { StixObject } from "../../formats/stix/stix-object.ts";
import type { ReleaseReading } from "../attack/read-release.ts";

/** Looks at a bundle while its plain bytes come in: whether it is one, and which release it holds. */
export class BundleOutline {
  readonly #cutter = new ObjectCutter();
  readonly #reading: ReleaseReading | null;
  #collection: StixObject | null = null;

  /** @param reading is given all objects, where there is one */
  constructor(reading: ReleaseReading | null = null) {
    this.#reading = reading;
  }

  /** @throws AppError `not_stix` soon after it is clear that this is no bundle */
  look(bytes: Uint8Array): void {
    const objects = this.#cutter.push(bytes);
    this.#reading?.add(objects);
    for (const object of objects) {
      if (object.type === "x-mitre-collection") this.#collection = object;
    }
  }

  /**
   * The `x-mitre-collection` that names the release, where there is one.
   * @throws AppError `not_stix` when the bundle is not whole
   */
  finish(): StixObject | null {
    this.#cutter.end();
    return this.#collection;
  }
}
