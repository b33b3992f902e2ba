import { z } from "zod";
import { booleanParam } from "../../../platform/http/params.ts";
import { jsonContent } from "../../../platform/http/json-content.ts";
import { type App, defineRoute } from "../../../platform/http/router.ts";
import type { RateLimitDeps } from "../../../platform/rate-limits/deps.ts";
import { limitRate } from "../../../platform/rate-limits/rate-limit.ts";
import { withoutProof } from "./build-coverage.ts";
import type { CoverageExportDeps } from "./deps.ts";
import { mountCoverageExports } from "./exports/routes.ts";
import { COVERAGE_PROBLEMS, coverageQuery } from "./params.ts";
import { readCoverage } from "./read-coverage.ts";
import { coverageSchema } from "./schema.ts";

const coverageRoute = defineRoute({
  method: "get",
  path: "/api/coverage",
  role: "viewer",
  before: [limitRate("computations")],
  tags: ["Coverage"],
  summary: "Get the coverage of techniques",
  description: [
    "Returns the state of each technique: `detected`, an enabled rule without its telemetry (`rule_without_data`),",
    "data without a rule (`data_without_rule`), or neither (`blind`), with the rules, analytics, log sources and tests behind it.",
    "A `detected` technique is `proven` by a recorded test or a sample that a rule fired on, or it `should_fire` because an enabled rule has its telemetry.",
    "Several sets are combined; without any, the answer covers the whole release.",
  ].join(" "),
  problems: [...COVERAGE_PROBLEMS],
  request: {
    query: z.object({
      ...coverageQuery,
      proof: booleanParam(true).meta({
        description: "`false`: states and numbers alone, a tenth of the answer.",
      }),
    }),
  },
  responses: { 200: jsonContent("The coverage.", coverageSchema) },
});

/** Mounts the coverage of techniques. */
export function mountCoverage(app: App<CoverageExportDeps & RateLimitDeps>): void {
  mountCoverageExports(app);
  app.openapi(coverageRoute, async (c) => {
    const { proof, ...query } = c.req.valid("query");
    const coverage = await readCoverage(c.var.deps, query);
    return c.json(proof ? coverage : withoutProof(coverage), 200);
  });
}
