import { z } from "zod";
import type { RateLimitDeps } from "../../platform/rate-limits/deps.ts";
import type { AttackDeps } from "./deps.ts";
import { jsonContent, jsonList } from "../../platform/http/json-content.ts";
import { servePage, wholeListQuery } from "../../platform/http/pagination.ts";
import { releaseQuery, versionParam } from "./params.ts";
import { limitRate } from "../../platform/rate-limits/rate-limit.ts";
import { RELEASE_PROBLEMS } from "../../platform/http/route-problems.ts";
import { type App, currentActor, defineRoute } from "../../platform/http/router.ts";
import { mountBrowsing } from "./browse/routes.ts";
import { readDiff } from "./diff-releases.ts";
import { listVersions } from "./list-versions.ts";
import { removeRelease } from "./remove-release.ts";
import { diffSchema, versionSchema } from "./schema.ts";

const listVersionsRoute = defineRoute({
  method: "get",
  path: "/api/attack/versions",
  role: "viewer",
  tags: ["Knowledge base"],
  summary: "List ingested releases",
  description: "Those that can be asked for by `domain` and `version`.",
  problems: [...RELEASE_PROBLEMS],
  request: {
    query: z.object({ ...wholeListQuery, domain: releaseQuery.domain.removeDefault().optional() }),
  },
  responses: { 200: jsonList("Releases by domain, newest first.", versionSchema) },
});

const removeRoute = defineRoute({
  method: "delete",
  path: "/api/attack/versions/{domain}/{version}",
  role: "admin",
  before: [limitRate("writes")],
  tags: ["Knowledge base"],
  summary: "Remove a release that is not the only one of its domain",
  description:
    "The highest of the others is current then. Sessions, layers and rules that refer to it keep its ids. A sync brings back what upstream publishes.",
  problems: ["unknown_domain", "version_not_found", "knowledge_base_empty", "conflict"],
  request: { params: z.object({ domain: z.string().max(64), version: versionParam }) },
  responses: { 204: { description: "It does not answer any more." } },
});

const diffRoute = defineRoute({
  method: "get",
  path: "/api/attack/diff",
  role: "viewer",
  before: [limitRate("computations")],
  tags: ["Knowledge base"],
  summary: "Compare two ingested releases",
  description: "Techniques, groups and campaigns that came, went or changed.",
  problems: [...RELEASE_PROBLEMS],
  request: {
    query: z.object({ domain: releaseQuery.domain, from: versionParam, to: versionParam }),
  },
  responses: { 200: jsonContent("What changed from one to the other.", diffSchema) },
});

/** Releases and what is in them. */
export function mountAttack(app: App<AttackDeps & RateLimitDeps>): void {
  mountBrowsing(app);
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
