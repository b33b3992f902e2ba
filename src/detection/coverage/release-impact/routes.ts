import { z } from "zod";
import { releaseQuery, versionParam } from "../../../knowledge/attack/params.ts";
import { jsonList } from "../../../platform/http/json-content.ts";
import { growingListQuery, setPageHeaders } from "../../../platform/http/pagination.ts";
import { RELEASE_PROBLEMS } from "../../../platform/http/route-problems.ts";
import { type App, defineRoute } from "../../../platform/http/router.ts";
import type { RateLimitDeps } from "../../../platform/rate-limits/deps.ts";
import { limitRate } from "../../../platform/rate-limits/rate-limit.ts";
import { repeatedParam } from "../states/params.ts";
import type { ReleaseImpactDeps } from "./deps.ts";
import { readImpact } from "./read-impact.ts";
import { touchedSchema } from "./schema.ts";
import { NOTABLE_CHANGES, TECHNIQUE_CHANGES, TOUCHED_KINDS } from "./vocabulary.ts";

const impactRoute = defineRoute({
  method: "get",
  path: "/api/attack/diff/impact",
  role: "viewer",
  before: [limitRate("computations")],
  tags: ["Knowledge base"],
  summary: "List what a release change affects",
  description:
    "Lists the sessions, layers or rules that name a technique that changed between two ingested releases. Those that are at the later release already, and rejected techniques of sessions, are excluded.",
  problems: [...RELEASE_PROBLEMS],
  request: {
    query: z.object({
      ...growingListQuery,
      domain: releaseQuery.domain,
      from: versionParam.meta({ description: "Earlier ingested release." }),
      to: versionParam.meta({ description: "Later ingested release." }),
      kind: z.enum(TOUCHED_KINDS).meta({ description: "What to list." }),
      change: repeatedParam(
        z.enum(TECHNIQUE_CHANGES),
        TECHNIQUE_CHANGES.length,
        "Changes that count; all but `described`, which is an edited description, if left out.",
      ),
    }),
  },
  responses: { 200: jsonList("Sessions, layers or rules, newest first.", touchedSchema) },
});

/** Mounts the impact of a release change. */
export function mountReleaseImpact(app: App<ReleaseImpactDeps & RateLimitDeps>): void {
  app.openapi(impactRoute, async (c) => {
    const query = c.req.valid("query");
    const wanted = { ...query, change: query.change ?? NOTABLE_CHANGES };
    const { items, total } = await readImpact(c.var.deps, wanted);
    setPageHeaders(c, query, total);
    return c.json(items, 200);
  });
}
