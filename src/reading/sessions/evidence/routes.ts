import { z } from "zod";
import { techniqueIdParam } from "../../../knowledge/attack/params.ts";
import { jsonList } from "../../../platform/http/json-content.ts";
import { growingListQuery, setPageHeaders } from "../../../platform/http/pagination.ts";
import { booleanParam } from "../../../platform/http/params.ts";
import { type App, defineRoute } from "../../../platform/http/router.ts";
import { cacheUntilChange } from "../../../platform/response-cache/cache-response.ts";
import type { RateLimitDeps } from "../../../platform/rate-limits/deps.ts";
import type { SessionDeps } from "../deps.ts";
import { REVIEW_STATUSES } from "../vocabulary.ts";
import { listEvidence } from "./list-evidence.ts";
import { evidenceSchema } from "./schema.ts";

const listEvidenceRoute = defineRoute({
  method: "get",
  path: "/api/evidence",
  role: "viewer",
  before: [cacheUntilChange],
  tags: ["Analysis"],
  summary: "List the evidence for a technique",
  description:
    "Lists the passages that show a technique in all completed sessions, one entry for each session and technique. Sessions of every domain and release count; an ID matches exactly as the session has it.",
  request: {
    query: z.object({
      ...growingListQuery,
      technique: techniqueIdParam.meta({
        description: "ID of the technique.",
        example: "T1059.001",
      }),
      include_subtechniques: booleanParam(false).meta({
        description: "Whether to return the evidence for the sub-techniques too.",
      }),
      status: z.enum(REVIEW_STATUSES).optional().meta({
        description:
          "Return only techniques with this review status; all but rejected ones if left out.",
      }),
    }),
  },
  responses: { 200: jsonList("The evidence, newest session first.", evidenceSchema) },
});

/** Routes for the evidence of a technique in all sessions. */
export function mountEvidence(app: App<SessionDeps & RateLimitDeps>): void {
  app.openapi(listEvidenceRoute, async (c) => {
    const { limit, offset, ...filter } = c.req.valid("query");
    const page = { limit, offset };
    const { items, total } = await listEvidence(c.var.deps, page, filter);
    setPageHeaders(c, page, total);
    return c.json(items, 200);
  });
}
