import { z } from "zod";
import { versionParam } from "../../../knowledge/attack/params.ts";
import { etagHeader, ifMatchHeader } from "../../../platform/http/if-match.ts";
import { jsonBody, jsonContent } from "../../../platform/http/json-content.ts";
import { uuidParam } from "../../../platform/http/params.ts";
import { PROVIDER_PROBLEMS, RELEASE_PROBLEMS } from "../../../platform/http/route-problems.ts";
import { type App, currentActor, defineRoute } from "../../../platform/http/router.ts";
import type { RateLimitDeps } from "../../../platform/rate-limits/deps.ts";
import { limitRate } from "../../../platform/rate-limits/rate-limit.ts";
import { ANALYSIS_MODES } from "../../analyser/strictness.ts";
import { parseSlot } from "../../providers/parse-slot.ts";
import { analysisSchema } from "../../sessions/schema.ts";
import type { ReviewDeps } from "../deps.ts";
import { acceptOpinion } from "./accept-opinion.ts";
import { askSecondOpinion } from "./ask-second-opinion.ts";
import { acceptedOpinionSchema, secondOpinionSchema } from "./opinion-schema.ts";
import { requireOpinion } from "./opinion-store.ts";

const PATH = "/api/analyze/sessions/{session_id}/second-opinion";
const sessionParams = z.object({ session_id: uuidParam });

const askRoute = defineRoute({
  method: "post",
  path: PATH,
  role: "analyst",
  before: [limitRate("analyses")],
  tags: ["Analysis"],
  summary: "Get a second opinion on a session",
  description:
    "Another provider analyzes the stored text. The answer compares the two and proposes what to change. In mode `judged` the language model also decides on the techniques of the session. The session is not changed, so a signed report takes second opinions as well. The opinion is stored until the next one, or until the session is deleted or analyzed again.",
  problems: [...RELEASE_PROBLEMS, ...PROVIDER_PROBLEMS, "analysis_failed", "conflict"],
  request: {
    params: sessionParams,
    query: z.object({
      provider: z.string().max(64).meta({
        description: "Slot of the provider: provider_a, provider_b or provider_c.",
        pattern: "^provider_[abc]$",
        example: "provider_b",
      }),
      mode: z.enum(ANALYSIS_MODES).optional().meta({
        description:
          "Mode of the other analysis. Default: that of the session; balanced for a judged one.",
      }),
      version: versionParam.optional().meta({
        description:
          "Release to analyze against. Default: that of the session. The techniques of the session are followed to it, and the opinion cannot be accepted.",
      }),
    }),
  },
  responses: {
    200: jsonContent("The agreement of the two analyses, by technique.", secondOpinionSchema),
  },
});

const readRoute = defineRoute({
  method: "get",
  path: PATH,
  role: "viewer",
  tags: ["Analysis"],
  summary: "Get the last second opinion on a session",
  description: "As it was answered. 404 if no second opinion was requested.",
  request: { params: sessionParams },
  responses: { 200: jsonContent("The last second opinion.", secondOpinionSchema) },
});

const acceptRoute = defineRoute({
  method: "post",
  path: `${PATH}/accept`,
  role: "analyst",
  before: [limitRate("writes")],
  tags: ["Analysis"],
  summary: "Accept a second opinion",
  description:
    "Adds the techniques that it proposes to add, and sets the questioned ones to `needs_evidence`, unless an analyst reviewed them. All rows, or those of `attack_ids`, are applied together, so that a repeated request changes nothing. Each row has its own entry in the history and can be undone separately. 409 if another second opinion was requested since, if the opinion refers to another release than the session, or if the report is signed.",
  problems: ["analysis_failed", "conflict", "session_signed"],
  request: {
    headers: ifMatchHeader,
    params: sessionParams,
    body: jsonBody(acceptedOpinionSchema),
  },
  responses: {
    200: { ...jsonContent("The session after the change.", analysisSchema), headers: etagHeader },
  },
});

/** Routes for second opinions on a session, and their acceptance. */
export function mountSecondOpinion(app: App<ReviewDeps & RateLimitDeps>): void {
  app.openapi(askRoute, async (c) => {
    const { deps, identity } = c.var;
    const { name } = currentActor(identity);
    const { session_id: id } = c.req.valid("param");
    const { provider, version, mode } = c.req.valid("query");
    const request = { slot: parseSlot(provider), version, mode };
    return c.json(await askSecondOpinion(deps, name, id, request, c.req.raw.signal), 200);
  });
  app.openapi(readRoute, async (c) => {
    const { session_id: id } = c.req.valid("param");
    return c.json((await requireOpinion(c.var.deps, id)).answer, 200);
  });
  app.openapi(acceptRoute, async (c) => {
    const { name } = currentActor(c.var.identity);
    const { session_id: id } = c.req.valid("param");
    const ifMatch = c.req.valid("header")["if-match"];
    const given = c.req.valid("json");
    const { analysis, etag } = await acceptOpinion(c.var.deps, name, id, given, ifMatch);
    return c.json(analysis, 200, { ETag: etag });
  });
}
