import type { Log } from "./log.ts";

/** Time, ids and the log. Functions receive them as arguments, so that tests can replace them. */
export interface Runtime {
  /** Returns ISO 8601 UTC, optionally offset by some seconds. */
  now(offsetSeconds?: number): string;
  /** Returns a UUID version 7. Later ids sort later, so that large indexes grow at their end. */
  newId(): string;
  sleep(seconds: number): Promise<void>;
  log: Log;
}
