import type { PublishedReleases } from "./published-releases.ts";

/**
 * Whether the service can answer: its start-up work is done and a release of the knowledge base is
 * there. Once true it stays so for the life of the isolate, since the last release is never removed.
 */
export class Readiness {
  readonly #published: PublishedReleases;
  #hasStarted: boolean;
  #isReady = false;

  /** @param waitsForStart whether somebody calls `markStarted` when the start-up work is done */
  constructor(published: PublishedReleases, waitsForStart: boolean) {
    this.#published = published;
    this.#hasStarted = !waitsForStart;
  }

  markStarted(): void {
    this.#hasStarted = true;
  }

  /** Told at once from the moment on when it is. */
  isReady(): boolean | Promise<boolean> {
    return this.#isReady || (this.#hasStarted && this.#ask());
  }

  async #ask(): Promise<boolean> {
    this.#isReady = (await this.#published.list()).length > 0;
    return this.#isReady;
  }
}
