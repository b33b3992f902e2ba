import { z } from "zod";
import { jsonBody, jsonContent, jsonList } from "../../../platform/http/json-content.ts";
import { servePage, wholeListQuery } from "../../../platform/http/pagination.ts";
import { uuidParam } from "../../../platform/http/params.ts";
import { type App, currentActor, defineRoute } from "../../../platform/http/router.ts";
import { cacheUntilChange } from "../../../platform/response-cache/cache-response.ts";
import type { RateLimitDeps } from "../../../platform/rate-limits/deps.ts";
import { limitRate } from "../../../platform/rate-limits/rate-limit.ts";
import type { ReviewDeps } from "../deps.ts";
import { addComment } from "./add-comment.ts";
import { deleteComment } from "./delete-comment.ts";
import { listComments } from "./list-comments.ts";
import { commentSchema, newCommentSchema } from "./schema.ts";

const PATH = "/api/analyze/sessions/{session_id}/comments";
const sessionParams = z.object({ session_id: uuidParam });
const changing = { role: "analyst" as const, before: [limitRate("writes")], tags: ["Analysis"] };

const listRoute = defineRoute({
  method: "get",
  path: PATH,
  role: "viewer",
  before: [cacheUntilChange],
  tags: ["Analysis"],
  summary: "List the comments on a session",
  description: "Lists the comments on the report and on its techniques.",
  request: { params: sessionParams, query: z.object(wholeListQuery) },
  responses: { 200: jsonList("The comments, oldest first.", commentSchema) },
});

const addRoute = defineRoute({
  ...changing,
  method: "post",
  path: PATH,
  summary: "Add a comment to a session",
  description:
    "Comments on the report or on one of its techniques, also while the report is signed. A report has at most 500 comments.",
  request: { params: sessionParams, body: jsonBody(newCommentSchema) },
  responses: { 201: jsonContent("The new comment.", commentSchema) },
});

const deleteRoute = defineRoute({
  ...changing,
  method: "delete",
  path: `${PATH}/{comment_id}`,
  summary: "Delete a comment on a session",
  description: "Deletes a comment. Only its author or an admin can do this.",
  request: { params: sessionParams.extend({ comment_id: uuidParam }) },
  responses: { 204: { description: "The comment was deleted." } },
});

/** Routes for comments on sessions and their techniques. */
export function mountComments(app: App<ReviewDeps & RateLimitDeps>): void {
  app.openapi(listRoute, async (c) => {
    const { session_id: id } = c.req.valid("param");
    const comments = await listComments(c.var.deps, id);
    return c.json(servePage(c, c.req.valid("query"), comments), 200);
  });
  app.openapi(addRoute, async (c) => {
    const { name } = currentActor(c.var.identity);
    const { session_id: id } = c.req.valid("param");
    return c.json(await addComment(c.var.deps, name, id, c.req.valid("json")), 201);
  });
  app.openapi(deleteRoute, async (c) => {
    const { session_id: id, comment_id: commentId } = c.req.valid("param");
    await deleteComment(c.var.deps, currentActor(c.var.identity), id, commentId);
    return c.body(null, 204);
  });
}
