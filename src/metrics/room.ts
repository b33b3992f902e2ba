import type { Room } from "../platform/room.ts";
import type { MetricsDeps } from "./deps.ts";
import { mountMetrics } from "./routes.ts";

/** Metrics for monitoring. */
export const metricsRoom: Room<MetricsDeps> = { routes: mountMetrics };
