import type { App } from "./http/router.ts";
import type { JobDefinition } from "./jobs/job-definition.ts";
import type { JobKind } from "./jobs/vocabulary.ts";
import type { Metric } from "./metrics/metric.ts";
import type { RateLimitDeps } from "./rate-limits/deps.ts";

/** When housekeeping runs: at the start it knows that nobody else is at work. */
export interface Tick {
  /** When this process began to serve, at its start; null at any later time. */
  startedAt: string | null;
  /** Whether sources that are due are to be collected. */
  collects: boolean;
}

/** What a room offers: its part of the interface, of the background work, and of the clean-up. */
export interface Room<Deps> {
  routes?(app: App<Deps & RateLimitDeps>): void;
  jobs?: Partial<Record<JobKind, JobDefinition<Deps>>>;
  /** Called after each request and job that may have changed something. It must not throw. */
  afterChange?(deps: Deps): Promise<void>;
  /** Measures what monitoring is to see of the room, in queries whose cost does not grow with what is stored. */
  measure?(deps: Deps): Promise<readonly Metric[]>;
  /** Puts right what was interrupted and removes what expired; harmless at any time and in any number. */
  housekeeping?(deps: Deps, tick: Tick): Promise<void>;
}
