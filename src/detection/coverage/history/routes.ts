import { jsonContent } from "../../../platform/http/json-content.ts";
import { RELEASE_PROBLEMS } from "../../../platform/http/route-problems.ts";
import { type App, defineRoute } from "../../../platform/http/router.ts";
import type { RateLimitDeps } from "../../../platform/rate-limits/deps.ts";
import { limitRate } from "../../../platform/rate-limits/rate-limit.ts";
import type { CoverageHistoryDeps } from "./deps.ts";
import { historyQuerySchema } from "./params.ts";
import { readHistory } from "./read-history.ts";
import { coverageHistorySchema } from "./schema.ts";

const historyRoute = defineRoute({
  method: "get",
  path: "/api/coverage/history",
  role: "viewer",
  before: [limitRate("computations")],
  tags: ["Coverage"],
  summary: "Get coverage over time",
  description:
    "The number of techniques in each coverage state for each day, over a whole release and with `demand=any`. A snapshot is taken once a day; that of today follows rules and log sources.",
  problems: RELEASE_PROBLEMS.filter((code) => code !== "version_not_found"),
  request: { query: historyQuerySchema },
  responses: { 200: jsonContent("The counts of each day.", coverageHistorySchema) },
});

/** Mounts coverage over time. */
export function mountCoverageHistory(app: App<CoverageHistoryDeps & RateLimitDeps>): void {
  app.openapi(historyRoute, async (c) =>
    c.json(await readHistory(c.var.deps, c.req.valid("query")), 200),
  );
}
