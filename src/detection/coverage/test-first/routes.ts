import { z } from "zod";
import { jsonContent } from "../../../platform/http/json-content.ts";
import { wholeNumberParam } from "../../../platform/http/pagination.ts";
import { type App, defineRoute } from "../../../platform/http/router.ts";
import type { RateLimitDeps } from "../../../platform/rate-limits/deps.ts";
import { limitRate } from "../../../platform/rate-limits/rate-limit.ts";
import { COVERAGE_PROBLEMS, coverageQuery } from "../states/params.ts";
import type { TestFirstDeps } from "./deps.ts";
import { readTestFirst } from "./read-test-first.ts";
import { testFirstSchema } from "./schema.ts";

const testFirstRoute = defineRoute({
  method: "get",
  path: "/api/coverage/test-first",
  role: "viewer",
  before: [limitRate("computations")],
  tags: ["Coverage"],
  summary: "List what to test first",
  description:
    "Orders techniques by confidence × use × gap × test and shows each factor, with the tests of Atomic Red Team and the rules that should fire. A test is named, never run.",
  problems: [...COVERAGE_PROBLEMS],
  request: {
    query: z.object({ ...coverageQuery, limit: wholeNumberParam(1, 1000).default(25) }),
  },
  responses: { 200: jsonContent("Techniques, highest score first.", testFirstSchema) },
});

/** Mounts the recommendations of what to test first. */
export function mountTestFirst(app: App<TestFirstDeps & RateLimitDeps>): void {
  app.openapi(testFirstRoute, async (c) =>
    c.json(await readTestFirst(c.var.deps, c.req.valid("query")), 200),
  );
}
