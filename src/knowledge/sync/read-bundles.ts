import type { ReleaseReading } from "../attack/read-release.ts";

/**
 * The last bundle parsed during its upload, so that an ingest in the same process need not unpack and parse it again.
 * This is only a cache: object storage has the bundle.
 */
export class ReadBundles {
  #last: { sha256: string; reading: ReleaseReading; at: string } | null = null;

  keep(sha256: string, reading: ReleaseReading, at: string): void {
    this.#last = { sha256, reading, at };
  }

  /** Returns and removes the parsed bundle, or null if it is not available. */
  take(sha256: string): ReleaseReading | null {
    if (this.#last?.sha256 !== sha256) return null;
    const { reading } = this.#last;
    this.#last = null;
    return reading;
  }

  /** Discards a bundle that was not used since a time. */
  forget(before: string): void {
    if (this.#last !== null && this.#last.at < before) this.#last = null;
  }
}
