import type { Log } from "./log.ts";

/** Time, identity and the log, which every verb takes from outside so that tests can give them. */
export interface Runtime {
  /** ISO 8601 UTC, optionally some seconds from now. */
  now(offsetSeconds?: number): string;
  /** A UUID of version 7: what comes later sorts later, so that large indexes grow at their end. */
  newId(): string;
  sleep(seconds: number): Promise<void>;
  log: Log;
}
