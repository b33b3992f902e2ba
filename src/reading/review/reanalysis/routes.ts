import { z } from "zod";
import { versionParam } from "../../../knowledge/attack/params.ts";
import { etagHeader, ifMatchHeader } from "../../../platform/http/if-match.ts";
import { jsonContent } from "../../../platform/http/json-content.ts";
import { uuidParam } from "../../../platform/http/params.ts";
import { PROVIDER_PROBLEMS, RELEASE_PROBLEMS } from "../../../platform/http/route-problems.ts";
import { type App, currentActor, defineRoute } from "../../../platform/http/router.ts";
import type { RateLimitDeps } from "../../../platform/rate-limits/deps.ts";
import { limitRate } from "../../../platform/rate-limits/rate-limit.ts";
import { otherModeParam, otherProviderParam } from "../../providers/params.ts";
import { analysisSchema } from "../../sessions/schema.ts";
import type { ReviewDeps } from "../deps.ts";
import { reanalyseSession } from "./reanalyse-session.ts";

const reanalyseRoute = defineRoute({
  method: "post",
  path: "/api/analyze/sessions/{session_id}/reanalyse",
  role: "analyst",
  before: [limitRate("analyses")],
  tags: ["Analysis"],
  summary: "Analyze a completed session again",
  description:
    "With a newer release, another provider or another mode, and with the minimum confidence of the session. What analysts decided is kept: added techniques, review statuses, notes and corrections, by technique ID, revoked ones followed. `warnings` names what could not be kept. If the analysis fails, the session stays as it is.",
  problems: [
    ...RELEASE_PROBLEMS,
    ...PROVIDER_PROBLEMS,
    "analysis_failed",
    "conflict",
    "session_signed",
  ],
  request: {
    headers: ifMatchHeader,
    params: z.object({ session_id: uuidParam }),
    query: z.object({
      provider: otherProviderParam,
      mode: otherModeParam,
      version: versionParam
        .optional()
        .meta({ description: "Default: the current release of the domain." }),
    }),
  },
  responses: {
    200: {
      ...jsonContent("The session after the new analysis.", analysisSchema),
      headers: etagHeader,
    },
  },
});

/** Routes for another analysis of a completed session. */
export function mountReanalysis(app: App<ReviewDeps & RateLimitDeps>): void {
  app.openapi(reanalyseRoute, async (c) => {
    const { deps, identity } = c.var;
    const { name } = currentActor(identity);
    const { session_id: id } = c.req.valid("param");
    const options = c.req.valid("query");
    const { signal } = c.req.raw;
    const ifMatch = c.req.valid("header")["if-match"];
    const { analysis, etag } = await reanalyseSession(deps, name, id, options, signal, ifMatch);
    return c.json(analysis, 200, { ETag: etag });
  });
}
