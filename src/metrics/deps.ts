import type { Metric } from "../platform/metrics/metric.ts";
import type { RequestCounters } from "../platform/metrics/request-counters.ts";
import type { Runtime } from "../platform/lib/runtime.ts";
import type { HostReport } from "./host-report.ts";

/** What measuring the service requires. */
export interface MetricsDeps extends Pick<Runtime, "log"> {
  /** Null at the edge, where a scrape reaches one isolate of many. */
  requests: RequestCounters | null;
  /** When this isolate began to count. */
  startedAt: string;
  /**
   * Requests the report of the program that runs the service, about its processes and its disk. Null if there is none.
   */
  askHost: (() => Promise<HostReport>) | null;
  /** One function per room. */
  measures: readonly (() => Promise<readonly Metric[]>)[];
}
