import type { PublishedReleases } from "./published-releases.ts";

/**
 * Whether the service is ready: its start-up work is done and a release is available. Once true it stays true for the
 * life of the isolate, because the last release is never removed.
 */
export class Readiness {
  readonly #published: PublishedReleases;
  #hasStarted: boolean;
  #isReady = false;

  /** @param waitsForStart whether `markStarted` will be called when the start-up work is done */
  constructor(published: PublishedReleases, waitsForStart: boolean) {
    this.#published = published;
    this.#hasStarted = !waitsForStart;
  }

  markStarted(): void {
    this.#hasStarted = true;
  }

  /** Synchronous once the service is ready. */
  isReady(): boolean | Promise<boolean> {
    return this.#isReady || (this.#hasStarted && this.#ask());
  }

  async #ask(): Promise<boolean> {
    this.#isReady = (await this.#published.list()).length > 0;
    return this.#isReady;
  }
}
