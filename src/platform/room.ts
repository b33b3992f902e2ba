import type { App } from "./http/router.ts";
import type { JobDefinition } from "./jobs/job-definition.ts";
import type { JobKind } from "./jobs/vocabulary.ts";
import type { Metric } from "./metrics/metric.ts";
import type { RateLimitDeps } from "./rate-limits/deps.ts";

/** When housekeeping runs. At a start, no other process is at work. */
export interface Tick {
  /** At a start, when this process began to serve. Null at any later time. */
  startedAt: string | null;
  /** Whether to collect sources that are due. */
  collects: boolean;
}

/** A room's contributions: routes, background jobs and clean-up. */
export interface Room<Deps> {
  routes?(app: App<Deps & RateLimitDeps>): void;
  jobs?: Partial<Record<JobKind, JobDefinition<Deps>>>;
  /** Called after each request and job that may have changed something. It must not throw. */
  afterChange?(deps: Deps): Promise<void>;
  /** Measures the room for monitoring, with queries whose cost does not grow with the stored data. */
  measure?(deps: Deps): Promise<readonly Metric[]>;
  /** Repairs interrupted work and removes expired data. It is safe to run at any time and repeatedly. */
  housekeeping?(deps: Deps, tick: Tick): Promise<void>;
}
