import type { ReleaseReading } from "../attack/read-release.ts";

/**
 * The last bundle that was read while it came in, for the ingest that follows in the same process, so
 * that it is not unpacked and read twice. Nothing depends on it: object storage has the bundle.
 */
export class ReadBundles {
  #last: { sha256: string; reading: ReleaseReading; at: string } | null = null;

  keep(sha256: string, reading: ReleaseReading, at: string): void {
    this.#last = { sha256, reading, at };
  }

  /** What was read of a bundle, once; null when that is not at hand. */
  take(sha256: string): ReleaseReading | null {
    if (this.#last?.sha256 !== sha256) return null;
    const { reading } = this.#last;
    this.#last = null;
    return reading;
  }

  /** Lets go of what nobody took since a time. */
  forget(before: string): void {
    if (this.#last !== null && this.#last.at < before) this.#last = null;
  }
}
