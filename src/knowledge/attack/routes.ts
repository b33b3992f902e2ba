import { z } from "zod";
import type { RateLimitDeps } from "../../platform/rate-limits/deps.ts";
import type { AttackDeps } from "./deps.ts";
import { jsonContent, jsonList } from "../../platform/http/json-content.ts";
import { servePage, wholeListQuery } from "../../platform/http/pagination.ts";
import { cachePublished } from "./cache-published.ts";
import { releaseQuery, versionParam } from "./params.ts";
import { limitRate } from "../../platform/rate-limits/rate-limit.ts";
import { RELEASE_PROBLEMS } from "../../platform/http/route-problems.ts";
import { type App, currentActor, defineRoute } from "../../platform/http/router.ts";
import { mountBrowsing } from "./browse/routes.ts";
import { mountDetections } from "./detections/routes.ts";
import { readDiff } from "./diff-releases.ts";
import { listVersions } from "./list-versions.ts";
import { removeRelease } from "./remove-release.ts";
import { diffSchema, versionSchema } from "./schema.ts";

const listVersionsRoute = defineRoute({
  method: "get",
  path: "/api/attack/versions",
  role: "viewer",
  before: [cachePublished],
  tags: ["Knowledge base"],
  summary: "List ingested releases",
  description: "Lists the releases that can be used as `domain` and `version`.",
  problems: [...RELEASE_PROBLEMS],
  request: {
    query: z.object({ ...wholeListQuery, domain: releaseQuery.domain.removeDefault().optional() }),
  },
  responses: { 200: jsonList("Releases, sorted by domain, newest first.", versionSchema) },
});

const removeRoute = defineRoute({
  method: "delete",
  path: "/api/attack/versions/{domain}/{version}",
  role: "admin",
  before: [limitRate("writes")],
  tags: ["Knowledge base"],
  summary: "Remove a release",
  description:
    "The last release of a domain cannot be removed. The highest remaining release becomes the current one. Sessions, layers and rules of the removed release keep their technique IDs. A later sync may ingest the release again.",
  problems: ["unknown_domain", "version_not_found", "knowledge_base_empty", "conflict"],
  request: { params: z.object({ domain: z.string().max(64), version: versionParam }) },
  responses: { 204: { description: "The release was removed." } },
});

const diffRoute = defineRoute({
  method: "get",
  path: "/api/attack/diff",
  role: "viewer",
  before: [limitRate("computations")],
  tags: ["Knowledge base"],
  summary: "Compare two ingested releases",
  description: "Lists the techniques, groups and campaigns that were added, removed or changed.",
  problems: [...RELEASE_PROBLEMS],
  request: {
    query: z.object({
      domain: releaseQuery.domain,
      from: versionParam.meta({ description: "Ingested release to compare from." }),
      to: versionParam.meta({ description: "Ingested release to compare to." }),
    }),
  },
  responses: { 200: jsonContent("The changes between the two releases.", diffSchema) },
});

/** Mounts the routes for releases and their content. */
export function mountAttack(app: App<AttackDeps & RateLimitDeps>): void {
  mountBrowsing(app);
  mountDetections(app);
  app.openapi(listVersionsRoute, async (c) => {
    const query = c.req.valid("query");
    return c.json(servePage(c, query, await listVersions(c.var.deps, query.domain)), 200);
  });
  app.openapi(removeRoute, async (c) => {
    const { domain, version } = c.req.valid("param");
    await removeRelease(c.var.deps, currentActor(c.var.identity), domain, version);
    return c.body(null, 204);
  });
  app.openapi(diffRoute, async (c) => {
    return c.json(await readDiff(c.var.deps, c.req.valid("query")), 200);
  });
}
