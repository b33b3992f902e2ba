import type { Room } from "../platform/room.ts";
import type { MetricsDeps } from "./deps.ts";
import { mountMetrics } from "./routes.ts";

/** What monitoring asks for. */
export const metricsRoom: Room<MetricsDeps> = { routes: mountMetrics };
