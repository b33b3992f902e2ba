import { z } from "zod";
import { type App, defineRoute } from "../platform/http/router.ts";
import { METRICS_TYPE, writeMetrics } from "../platform/metrics/write-metrics.ts";
import type { RateLimitDeps } from "../platform/rate-limits/deps.ts";
import type { MetricsDeps } from "./deps.ts";
import { measureService } from "./measure-service.ts";

const metricsRoute = defineRoute({
  method: "get",
  path: "/metrics",
  role: "admin",
  tags: ["Service"],
  summary: "Get the metrics",
  description:
    "Returns the metrics of the service in the text format of Prometheus, version 0.0.4. In team mode a scraper sends the API token of an admin as a bearer token. At the edge the metrics of requests, processes and disk are missing.",
  responses: {
    200: {
      description: "The metrics in the text exposition format.",
      content: {
        [METRICS_TYPE]: {
          schema: z.string().meta({ example: "tradecraft_analyses_processing 2\n" }),
        },
      },
    },
  },
});

/** Mounts the metrics of the service, for Prometheus. */
export function mountMetrics(app: App<MetricsDeps & RateLimitDeps>): void {
  app.openapi(metricsRoute, async (c) => {
    const text = writeMetrics(await measureService(c.var.deps));
    return c.text(text, 200, { "Content-Type": METRICS_TYPE });
  });
}
