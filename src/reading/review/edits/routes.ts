import { z } from "zod";
import { techniqueIdParam, versionParam } from "../../../knowledge/attack/params.ts";
import { etagHeader, ifMatchHeader } from "../../../platform/http/if-match.ts";
import { jsonBody, jsonContent } from "../../../platform/http/json-content.ts";
import { uuidParam } from "../../../platform/http/params.ts";
import { RELEASE_PROBLEMS } from "../../../platform/http/route-problems.ts";
import { type App, currentActor, defineRoute } from "../../../platform/http/router.ts";
import type { RateLimitDeps } from "../../../platform/rate-limits/deps.ts";
import { limitRate } from "../../../platform/rate-limits/rate-limit.ts";
import { sessionListItemSchema, techniqueResultSchema } from "../../sessions/schema.ts";
import type { ReviewDeps } from "../deps.ts";
import { addTechnique } from "./add-technique.ts";
import { changeSession } from "./change-session.ts";
import { changeTechnique } from "./change-technique.ts";
import { removeTechnique } from "./remove-technique.ts";
import { reviewTechniques } from "./review-techniques.ts";
import {
  newTechniqueSchema,
  reviewsSchema,
  sessionChangeSchema,
  techniqueChangeSchema,
} from "./schema.ts";

const PATH = "/api/analyze/sessions/{session_id}";
const sessionParams = z.object({ session_id: uuidParam });
const techniqueParams = sessionParams.extend({ attack_id: techniqueIdParam });
const editing = {
  role: "analyst" as const,
  before: [limitRate("writes")],
  tags: ["Analysis"],
};

const updateRoute = defineRoute({
  ...editing,
  method: "patch",
  path: PATH,
  summary: "Update a session",
  description:
    "Changes its name, tags, TLP marking, note, assignee or review state; what is left out stays. A signed report refuses every change with `session_signed` until `review_state` reopens it.",
  problems: ["conflict", "session_signed"],
  request: { headers: ifMatchHeader, params: sessionParams, body: jsonBody(sessionChangeSchema) },
  responses: {
    200: {
      ...jsonContent("The session as the list has it.", sessionListItemSchema),
      headers: etagHeader,
    },
  },
});

const addRoute = defineRoute({
  ...editing,
  method: "post",
  path: `${PATH}/techniques`,
  summary: "Add a technique to a session",
  description:
    "For what the analysis did not find. The evidence must be a passage of the text of the session.",
  problems: [...RELEASE_PROBLEMS, "analysis_failed", "conflict", "session_signed"],
  request: {
    headers: ifMatchHeader,
    params: sessionParams,
    query: z.object({
      version: versionParam.optional().meta({
        description:
          "Release that attack_id is of. Default: that of the session, in which the technique is stored.",
      }),
    }),
    body: jsonBody(newTechniqueSchema),
  },
  responses: {
    200: {
      ...jsonContent("The very same technique was added before.", techniqueResultSchema),
      headers: etagHeader,
    },
    201: { ...jsonContent("The new technique.", techniqueResultSchema), headers: etagHeader },
  },
});

const changeRoute = defineRoute({
  ...editing,
  method: "patch",
  path: `${PATH}/techniques/{attack_id}`,
  summary: "Review a technique of a session",
  problems: [...RELEASE_PROBLEMS, "analysis_failed", "conflict", "session_signed"],
  description:
    "Changes what is given: review status, ID, tactic, evidence, confidence, note. Changing the ID of an unreviewed technique also accepts it. Rejected techniques are excluded from comparisons and exports.",
  request: {
    headers: ifMatchHeader,
    params: techniqueParams,
    body: jsonBody(techniqueChangeSchema),
  },
  responses: {
    200: {
      ...jsonContent("The technique after the change.", techniqueResultSchema),
      headers: etagHeader,
    },
  },
});

const reviewRoute = defineRoute({
  ...editing,
  method: "post",
  path: `${PATH}/techniques/review`,
  summary: "Review several techniques of a session",
  description:
    "Sets the review status of each technique in one change: all of them or none. The history has an entry for each, all with the same `batch_id`.",
  problems: ["analysis_failed", "conflict", "session_signed"],
  request: { headers: ifMatchHeader, params: sessionParams, body: jsonBody(reviewsSchema) },
  responses: {
    200: {
      ...jsonContent("The techniques after the change.", z.array(techniqueResultSchema)),
      headers: etagHeader,
    },
  },
});

const removeRoute = defineRoute({
  ...editing,
  method: "delete",
  path: `${PATH}/techniques/{attack_id}`,
  summary: "Remove a technique from a session",
  description:
    "Removes a technique that an analyst added. What the analysis found is rejected by a review instead.",
  problems: ["analysis_failed", "conflict", "session_signed"],
  request: { headers: ifMatchHeader, params: techniqueParams },
  responses: { 204: { description: "The technique was removed.", headers: etagHeader } },
});

/** Routes for changes of a session and its techniques. */
export function mountEdits(app: App<ReviewDeps & RateLimitDeps>): void {
  app.openapi(updateRoute, async (c) => {
    const { name } = currentActor(c.var.identity);
    const { session_id: id } = c.req.valid("param");
    const ifMatch = c.req.valid("header")["if-match"];
    const changed = await changeSession(c.var.deps, name, id, c.req.valid("json"), ifMatch);
    return c.json(changed.session, 200, { ETag: changed.etag });
  });
  app.openapi(addRoute, async (c) => {
    const { name } = currentActor(c.var.identity);
    const { session_id: id } = c.req.valid("param");
    const ifMatch = c.req.valid("header")["if-match"];
    const given = { ...c.req.valid("json"), ...c.req.valid("query") };
    const added = await addTechnique(c.var.deps, name, id, given, ifMatch);
    return c.json(added.technique, added.isNew ? 201 : 200, { ETag: added.etag });
  });
  app.openapi(changeRoute, async (c) => {
    const { name } = currentActor(c.var.identity);
    const { session_id: id, attack_id: attackId } = c.req.valid("param");
    const given = c.req.valid("json");
    const ifMatch = c.req.valid("header")["if-match"];
    const changed = await changeTechnique(c.var.deps, name, id, attackId, given, ifMatch);
    return c.json(changed.technique, 200, { ETag: changed.etag });
  });
  app.openapi(reviewRoute, async (c) => {
    const { name } = currentActor(c.var.identity);
    const { session_id: id } = c.req.valid("param");
    const ifMatch = c.req.valid("header")["if-match"];
    const { changes } = c.req.valid("json");
    const reviewed = await reviewTechniques(c.var.deps, name, id, changes, ifMatch);
    return c.json(reviewed.techniques, 200, { ETag: reviewed.etag });
  });
  app.openapi(removeRoute, async (c) => {
    const { name } = currentActor(c.var.identity);
    const { session_id: id, attack_id: attackId } = c.req.valid("param");
    const ifMatch = c.req.valid("header")["if-match"];
    const { etag } = await removeTechnique(c.var.deps, name, id, attackId, ifMatch);
    return c.body(null, 204, { ETag: etag });
  });
}
