import { z } from "zod";
import { cachePublished } from "../../../knowledge/attack/cache-published.ts";
import { releaseQuery, techniqueIdParam } from "../../../knowledge/attack/params.ts";
import { jsonList } from "../../../platform/http/json-content.ts";
import { servePage, wholeListQuery } from "../../../platform/http/pagination.ts";
import { RELEASE_PROBLEMS } from "../../../platform/http/route-problems.ts";
import { type App, defineRoute } from "../../../platform/http/router.ts";
import { cacheUntilChange } from "../../../platform/response-cache/cache-response.ts";
import type { RateLimitDeps } from "../../../platform/rate-limits/deps.ts";
import { atomicTestSchema } from "../atomic/schema.ts";
import { countByTechnique } from "./count-by-technique.ts";
import type { LibraryDeps } from "./deps.ts";
import { listTests } from "./list-tests.ts";
import { techniqueCountsSchema } from "./schema.ts";
import { mountVulnerabilities } from "./vulnerabilities/routes.ts";

const reading = { method: "get" as const, role: "viewer" as const };

const countsRoute = defineRoute({
  ...reading,
  path: "/api/evidence/techniques",
  before: [cacheUntilChange],
  tags: ["Analysis"],
  summary: "List techniques with evidence or rules",
  description:
    "Counts the sessions and the rules of each technique that has any. A sub-technique does not count for its parent.",
  request: { query: z.object(wholeListQuery) },
  responses: { 200: jsonList("Techniques, sorted by ID.", techniqueCountsSchema) },
});

const testsRoute = defineRoute({
  ...reading,
  path: "/api/attack/techniques/{attack_id}/tests",
  before: [cachePublished],
  tags: ["Knowledge base"],
  summary: "List the tests of a technique",
  description:
    "Lists the tests that Atomic Red Team has for the technique, from the index that is shipped with the program. A revoked technique is followed to its successors. A test is named, never run.",
  problems: [...RELEASE_PROBLEMS],
  request: {
    params: z.object({ attack_id: techniqueIdParam }),
    query: z.object({ ...releaseQuery, ...wholeListQuery }),
  },
  responses: { 200: jsonList("Tests of Atomic Red Team, by their numbers.", atomicTestSchema) },
});

/** Mounts a team's own data about techniques and vulnerabilities. */
export function mountLibrary(app: App<LibraryDeps & RateLimitDeps>): void {
  app.openapi(countsRoute, async (c) =>
    c.json(servePage(c, c.req.valid("query"), await countByTechnique(c.var.deps)), 200),
  );
  app.openapi(testsRoute, async (c) => {
    const query = c.req.valid("query");
    const { attack_id: attackId } = c.req.valid("param");
    return c.json(servePage(c, query, await listTests(c.var.deps, query, attackId)), 200);
  });
  mountVulnerabilities(app);
}
