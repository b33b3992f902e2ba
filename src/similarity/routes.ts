import type { Context as HonoContext } from "hono";
import { z } from "zod";
import { resolveIndex } from "../attack/resolve-release.ts";
import { wholeNumberParam } from "../http/pagination.ts";
import { releaseQuery, techniqueIdParam } from "../http/params.ts";
import { type App, defineRoute } from "../http/router.ts";
import { compareGroups } from "./compare-groups.ts";
import type { ResolvedTechniques } from "./resolve-techniques.ts";
import { groupRowSchema } from "./schema.ts";

/** Headers of every comparison, for the OpenAPI document. */
export const comparisonHeaders = z.object({
  "X-Unknown-Techniques": z.string().optional().meta({
    description:
      "Ids that the release does not know; they do not count. After 400 only how many more.",
  }),
  "X-Replaced-Techniques": z.string().optional().meta({
    description: "Revoked ids and the successors that counted instead, as `old=new`.",
  }),
});

/** Clients give up on headers beyond 8 to 16 KB. */
const MAX_LISTED = 400;

/** How many groups a comparison answers: 10 unless told, 50 at most. */
export const topGroups = wholeNumberParam(1, 50).default(10);

const compareGroupsRoute = defineRoute({
  method: "post",
  path: "/api/apt/compare",
  role: "viewer",
  tags: ["Comparison"],
  summary: "Compare techniques with groups",
  request: {
    query: z.object({ ...releaseQuery, top_n: topGroups }),
    body: {
      required: true,
      content: {
        "application/json": {
          schema: z.object({ technique_ids: z.array(techniqueIdParam).min(1).max(2000) }),
        },
      },
    },
  },
  responses: {
    200: {
      description: "Groups that share techniques, most similar first.",
      content: { "application/json": { schema: z.array(groupRowSchema) } },
      headers: comparisonHeaders,
    },
  },
});

/** Tells in headers which ids did not count, and which counted as their successors. */
export function setComparisonHeaders(c: HonoContext, resolved: ResolvedTechniques): void {
  const unlisted = resolved.unknown.length - MAX_LISTED;
  if (resolved.unknown.length > 0) {
    const listed = resolved.unknown.slice(0, MAX_LISTED);
    if (unlisted > 0) listed.push(`+${unlisted}`);
    c.header("X-Unknown-Techniques", listed.join(","));
  }
  if (resolved.replaced.length > 0) {
    const pairs = resolved.replaced.map(([from, to]) => `${from}=${to}`);
    c.header("X-Replaced-Techniques", pairs.join(","));
  }
}

/** Comparison of technique sets. */
export function mountSimilarity(app: App): void {
  app.openapi(compareGroupsRoute, async (c) => {
    const query = c.req.valid("query");
    const index = await resolveIndex(c.var.context, query);
    const { technique_ids: ids } = c.req.valid("json");
    const { rows, resolved } = compareGroups(index, ids, query.top_n);
    setComparisonHeaders(c, resolved);
    return c.json(rows, 200);
  });
}
