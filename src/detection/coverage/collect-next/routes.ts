import { z } from "zod";
import { jsonContent } from "../../../platform/http/json-content.ts";
import { wholeNumberParam } from "../../../platform/http/pagination.ts";
import { type App, defineRoute } from "../../../platform/http/router.ts";
import type { RateLimitDeps } from "../../../platform/rate-limits/deps.ts";
import { limitRate } from "../../../platform/rate-limits/rate-limit.ts";
import type { CoverageDeps } from "../states/deps.ts";
import { COVERAGE_PROBLEMS, coverageQuery } from "../states/params.ts";
import { readCollectNext } from "./read-collect-next.ts";
import { collectNextSchema } from "./schema.ts";

const collectNextRoute = defineRoute({
  method: "get",
  path: "/api/coverage/collect-next",
  role: "viewer",
  before: [limitRate("computations")],
  tags: ["Coverage"],
  summary: "List what to collect next",
  description:
    "Orders log sources by how many techniques without data get some by them, one step after the other; `share` is the curve. Entries of the inventory that are there already count.",
  problems: [...COVERAGE_PROBLEMS],
  request: {
    query: z.object({ ...coverageQuery, limit: wholeNumberParam(1, 100).default(10) }),
  },
  responses: { 200: jsonContent("Log sources, step by step.", collectNextSchema) },
});

/** Mounts the recommendations of what to collect next. */
export function mountCollectNext(app: App<CoverageDeps & RateLimitDeps>): void {
  app.openapi(collectNextRoute, async (c) =>
    c.json(await readCollectNext(c.var.deps, c.req.valid("query")), 200),
  );
}
