import { z } from "zod";
import type { RateLimitDeps } from "../../platform/rate-limits/deps.ts";
import type { ReviewDeps } from "./deps.ts";
import { jsonContent, jsonList } from "../../platform/http/json-content.ts";
import { servePage, wholeListQuery } from "../../platform/http/pagination.ts";
import { versionParam } from "../../knowledge/attack/params.ts";
import { uuidParam } from "../../platform/http/params.ts";
import { limitRate } from "../../platform/rate-limits/rate-limit.ts";
import { RELEASE_PROBLEMS } from "../../platform/http/route-problems.ts";
import { type App, defineRoute } from "../../platform/http/router.ts";
import {
  comparisonHeaders,
  setComparisonHeaders,
} from "../../knowledge/comparison/comparison-headers.ts";
import { similarityMode, topGroups } from "../../knowledge/comparison/params.ts";
import { groupChangeSchema, groupRowSchema } from "../../knowledge/comparison/schema.ts";
import { compareSession } from "./compare-session.ts";
import { listCompareChanges } from "./list-compare-changes.ts";
import { mountComments } from "./comments/routes.ts";
import { mountEdits } from "./edits/routes.ts";
import { mountHistory } from "./history/routes.ts";
import { mountReanalysis } from "./reanalysis/routes.ts";
import { mountSecondOpinion } from "./second-opinion/routes.ts";

const sessionParams = z.object({ session_id: uuidParam });
const version = versionParam.optional();

const compareRoute = defineRoute({
  method: "post",
  path: "/api/analyze/sessions/{session_id}/compare",
  // Stores nothing, so viewers may compare.
  role: "viewer",
  before: [limitRate("computations")],
  tags: ["Analysis", "Comparison"],
  summary: "Compare a session with groups",
  description:
    "Uses any ingested release and any mode, and stores nothing. Similarity of technique sets is a lead, never an attribution.",
  problems: [...RELEASE_PROBLEMS, "analysis_failed", "conflict"],
  request: {
    params: sessionParams,
    query: z.object({ top_n: topGroups, version, mode: similarityMode }),
  },
  responses: {
    200: {
      ...jsonContent("Groups that share techniques, most similar first.", z.array(groupRowSchema)),
      headers: comparisonHeaders,
    },
  },
});

const changesRoute = defineRoute({
  method: "get",
  path: "/api/analyze/sessions/{session_id}/compare/changes",
  role: "viewer",
  before: [limitRate("computations")],
  tags: ["Analysis", "Comparison"],
  summary: "List changes of group similarity between two releases",
  description:
    "Groups whose rank or similarity to the session differs. Both releases must be ingested; nothing is stored. Similarity of technique sets is a lead, never an attribution.",
  problems: [...RELEASE_PROBLEMS, "analysis_failed", "conflict"],
  request: {
    params: sessionParams,
    query: z.object({
      ...wholeListQuery,
      from: version.meta({
        description: "Default: the release that the session was analyzed with.",
      }),
      to: version.meta({ description: "Default: the current release." }),
      mode: similarityMode,
    }),
  },
  responses: {
    200: jsonList(
      "Groups by their rank in the second release; groups without a rank in it come last.",
      groupChangeSchema,
    ),
  },
});

/** Routes for comparing and reviewing a stored session, and for second opinions. */
export function mountReview(app: App<ReviewDeps & RateLimitDeps>): void {
  mountComparison(app);
  mountEdits(app);
  mountComments(app);
  mountHistory(app);
  mountReanalysis(app);
  mountSecondOpinion(app);
}

function mountComparison(app: App<ReviewDeps & RateLimitDeps>): void {
  app.openapi(compareRoute, async (c) => {
    const { top_n: topN, version: wanted, mode } = c.req.valid("query");
    const { session_id: id } = c.req.valid("param");
    const options = { topN, version: wanted, mode };
    const { rows, resolved } = await compareSession(c.var.deps, id, options);
    setComparisonHeaders(c, mode, resolved);
    return c.json(rows, 200);
  });
  app.openapi(changesRoute, async (c) => {
    const query = c.req.valid("query");
    const { from, to, mode } = query;
    const { session_id: id } = c.req.valid("param");
    const changes = await listCompareChanges(c.var.deps, id, { from, to, mode });
    return c.json(servePage(c, query, changes), 200);
  });
}
