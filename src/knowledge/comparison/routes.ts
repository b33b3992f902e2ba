import { z } from "zod";
import type { RateLimitDeps } from "../../platform/rate-limits/deps.ts";
import type { ComparisonDeps } from "./deps.ts";
import { resolveIndex } from "../attack/resolve-release.ts";
import { jsonBody, jsonContent } from "../../platform/http/json-content.ts";
import { cacheComputed } from "../attack/cache-published.ts";
import { releaseQuery, techniqueIdParam } from "../attack/params.ts";
import { limitRate } from "../../platform/rate-limits/rate-limit.ts";
import { RELEASE_PROBLEMS } from "../../platform/http/route-problems.ts";
import { type App, defineRoute } from "../../platform/http/router.ts";
import { compareCampaigns, compareGroups } from "./compare-sets.ts";
import { comparisonHeaders, setComparisonHeaders } from "./comparison-headers.ts";
import { similarityMode, topCampaigns, topGroups } from "./params.ts";
import { campaignRowSchema, groupRowSchema } from "./schema.ts";

const body = jsonBody(z.object({ technique_ids: z.array(techniqueIdParam).min(1).max(2000) }));
// Stores nothing, so read access is enough.
const comparing = {
  method: "post" as const,
  role: "viewer" as const,
  tags: ["Comparison"],
  before: [limitRate("computations"), cacheComputed],
  // Ranked in memory within a few milliseconds.
  takesLong: false,
};

const compareGroupsRoute = defineRoute({
  ...comparing,
  path: "/api/apt/compare",
  summary: "Compare techniques with groups",
  description:
    "Similarity of technique sets is a lead, never an attribution. IDs that the release does not contain are ignored and listed in response headers.",
  problems: [...RELEASE_PROBLEMS],
  request: {
    query: z.object({ ...releaseQuery, top_n: topGroups, mode: similarityMode }),
    body,
  },
  responses: {
    200: {
      ...jsonContent("Groups that share techniques, most similar first.", z.array(groupRowSchema)),
      headers: comparisonHeaders,
    },
  },
});

const compareCampaignsRoute = defineRoute({
  ...comparing,
  path: "/api/apt/campaigns/compare",
  summary: "Compare techniques with campaigns",
  description:
    "Similarity of technique sets is a lead, never an attribution. IDs that the release does not contain are ignored and listed in response headers.",
  problems: [...RELEASE_PROBLEMS],
  request: {
    query: z.object({ ...releaseQuery, top_n: topCampaigns, mode: similarityMode }),
    body,
  },
  responses: {
    200: {
      ...jsonContent(
        "Campaigns that share techniques, most similar first.",
        z.array(campaignRowSchema),
      ),
      headers: comparisonHeaders,
    },
  },
});

/** Mounts the routes that compare technique sets. */
export function mountComparison(app: App<ComparisonDeps & RateLimitDeps>): void {
  app.openapi(compareGroupsRoute, async (c) => {
    const query = c.req.valid("query");
    const index = await resolveIndex(c.var.deps, query);
    const { technique_ids: ids } = c.req.valid("json");
    const known = await c.var.deps.knownIds.open();
    const { rows, resolved } = compareGroups(index, ids, query.top_n, query.mode, known);
    setComparisonHeaders(c, query.mode, resolved);
    return c.json(rows, 200);
  });
  app.openapi(compareCampaignsRoute, async (c) => {
    const query = c.req.valid("query");
    const index = await resolveIndex(c.var.deps, query);
    const { technique_ids: ids } = c.req.valid("json");
    const known = await c.var.deps.knownIds.open();
    const { rows, resolved } = compareCampaigns(index, ids, query.top_n, query.mode, known);
    setComparisonHeaders(c, query.mode, resolved);
    return c.json(rows, 200);
  });
}
