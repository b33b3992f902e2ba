import { z } from "zod";
import { versionParam } from "../../../knowledge/attack/params.ts";
import { jsonContent } from "../../../platform/http/json-content.ts";
import { uuidParam } from "../../../platform/http/params.ts";
import { PROVIDER_PROBLEMS, RELEASE_PROBLEMS } from "../../../platform/http/route-problems.ts";
import { type App, currentActor, defineRoute } from "../../../platform/http/router.ts";
import type { RateLimitDeps } from "../../../platform/rate-limits/deps.ts";
import { limitRate } from "../../../platform/rate-limits/rate-limit.ts";
import { otherModeParam, otherProviderParam } from "../../providers/params.ts";
import { withQuery } from "../analysis-form.ts";
import type { SessionDeps } from "../deps.ts";
import { usageSchema } from "../judgement-schema.ts";
import { readAnalysisInput } from "../read-analysis-input.ts";
import { analysisRoute } from "../routes.ts";
import { estimateSession } from "./estimate-session.ts";

const estimated = {
  200: jsonContent(
    "What the analysis will take, about. Techniques that the model adds and repeated questions come on top.",
    usageSchema,
  ),
};

const estimateRoute = defineRoute({
  ...analysisRoute,
  path: "/api/analyze/estimate",
  summary: "Estimate what an analysis takes of a language model",
  description:
    "Reads the report like an analysis, and answers calls, tokens and cost. Asks no model, and stores nothing. The embedded analyzer takes nothing.",
  responses: estimated,
});

const estimateSessionRoute = defineRoute({
  method: "get",
  path: "/api/analyze/sessions/{session_id}/estimate",
  role: "analyst",
  before: [limitRate("computations")],
  tags: ["Analysis"],
  summary: "Estimate what another analysis of a session takes",
  description:
    "For a second opinion or a new analysis. Verdicts that the model has given before cost nothing.",
  problems: [...RELEASE_PROBLEMS, ...PROVIDER_PROBLEMS, "analysis_failed", "conflict"],
  request: {
    params: z.object({ session_id: uuidParam }),
    query: z.object({
      provider: otherProviderParam,
      mode: otherModeParam,
      version: versionParam
        .optional()
        .meta({ description: "Default: the release of the session." }),
    }),
  },
  responses: estimated,
});

/** Routes that estimate the language model usage of analyses. */
export function mountEstimates(app: App<SessionDeps & RateLimitDeps>): void {
  app.openapi(estimateRoute, async (c) => {
    const { deps, identity, upload } = c.var;
    const form = withQuery(c.req.valid("form"), c.req.valid("query"));
    const input = await readAnalysisInput(deps, form, upload, currentActor(identity).name);
    const { document, release, strictness } = input;
    const { signal } = c.req.raw;
    const request = { document, release, strictness, signal, stream: false };
    return c.json(await input.provider.estimate(request), 200);
  });
  app.openapi(estimateSessionRoute, async (c) => {
    const { session_id: id } = c.req.valid("param");
    return c.json(
      await estimateSession(c.var.deps, id, c.req.valid("query"), c.req.raw.signal),
      200,
    );
  });
}
