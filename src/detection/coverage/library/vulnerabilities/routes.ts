import { z } from "zod";
import { releaseQuery } from "../../../../knowledge/attack/params.ts";
import { cveIdParam } from "../../../../knowledge/vulnerabilities/params.ts";
import { jsonContent, jsonList } from "../../../../platform/http/json-content.ts";
import { growingListQuery, setPageHeaders } from "../../../../platform/http/pagination.ts";
import { booleanParam, searchParam } from "../../../../platform/http/params.ts";
import { RELEASE_PROBLEMS } from "../../../../platform/http/route-problems.ts";
import { type App, defineRoute } from "../../../../platform/http/router.ts";
import { cacheUntilChange } from "../../../../platform/response-cache/cache-response.ts";
import type { RateLimitDeps } from "../../../../platform/rate-limits/deps.ts";
import { limitRate } from "../../../../platform/rate-limits/rate-limit.ts";
import type { LibraryDeps } from "../deps.ts";
import { listVulnerabilities } from "./list-vulnerabilities.ts";
import { readVulnerability } from "./read-vulnerability.ts";
import { vulnerabilityListItemSchema, vulnerabilitySchema } from "./schema.ts";

const reading = { method: "get" as const, role: "viewer" as const, tags: ["Knowledge base"] };

const listRoute = defineRoute({
  ...reading,
  path: "/api/attack/vulnerabilities",
  before: [limitRate("searches", ({ search }) => (search ?? "").trim() !== ""), cacheUntilChange],
  summary: "List vulnerabilities in reports",
  description: "Lists the CVEs that sessions and collected reports name.",
  request: {
    query: z.object({
      ...growingListQuery,
      search: searchParam("A part of the CVE id, in any case."),
      known_exploited: booleanParam(false).meta({
        description: "Whether to return only vulnerabilities that are known to be exploited.",
      }),
    }),
  },
  responses: {
    200: jsonList("Vulnerabilities, the most reported first.", vulnerabilityListItemSchema),
  },
});

const readRoute = defineRoute({
  ...reading,
  path: "/api/attack/vulnerabilities/{cve_id}",
  // Searches for the rules that mention it.
  before: [limitRate("searches")],
  summary: "Get a vulnerability",
  description:
    "Returns whether the vulnerability is known to be exploited, the techniques that the shipped mapping lists for it, and what names it. A CVE that nothing names is returned with counts of zero.",
  problems: [...RELEASE_PROBLEMS],
  request: { params: z.object({ cve_id: cveIdParam }), query: z.object(releaseQuery) },
  responses: { 200: jsonContent("The vulnerability.", vulnerabilitySchema) },
});

/** Mounts the vulnerabilities that reports mention. */
export function mountVulnerabilities(app: App<LibraryDeps & RateLimitDeps>): void {
  app.openapi(listRoute, async (c) => {
    const { limit, offset, ...filter } = c.req.valid("query");
    const page = { limit, offset };
    const { items, total } = await listVulnerabilities(c.var.deps, page, filter);
    setPageHeaders(c, page, total);
    return c.json(items, 200);
  });
  app.openapi(readRoute, async (c) => {
    const { cve_id: cveId } = c.req.valid("param");
    return c.json(await readVulnerability(c.var.deps, c.req.valid("query"), cveId), 200);
  });
}
