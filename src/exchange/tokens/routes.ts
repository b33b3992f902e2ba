import { z } from "zod";
import { jsonBody, jsonContent, jsonList } from "../../platform/http/json-content.ts";
import { growingListQuery, setPageHeaders } from "../../platform/http/pagination.ts";
import { uuidParam } from "../../platform/http/params.ts";
import { type App, currentActor, defineRoute } from "../../platform/http/router.ts";
import type { RateLimitDeps } from "../../platform/rate-limits/deps.ts";
import { limitRate } from "../../platform/rate-limits/rate-limit.ts";
import { createToken } from "./create-token.ts";
import type { TokenDeps } from "./deps.ts";
import { listTokens } from "./list-tokens.ts";
import { revokeToken } from "./revoke-token.ts";
import { createdTokenSchema, newTokenSchema, tokenSchema } from "./schema.ts";

const tags = ["API tokens"];

const createRoute = defineRoute({
  method: "post",
  path: "/api/tokens",
  role: "analyst",
  before: [limitRate("writes")],
  tags,
  summary: "Create an API token",
  description:
    "A program sends the token as `Authorization: Bearer <token>` and acts in your name with the role of the token. " +
    "The answer shows the token once. The service stores only its SHA-256.",
  problems: ["quota_exceeded"],
  request: { body: jsonBody(newTokenSchema) },
  responses: { 201: jsonContent("The new token.", createdTokenSchema) },
});

const listRoute = defineRoute({
  method: "get",
  path: "/api/tokens",
  role: "analyst",
  tags,
  summary: "List API tokens",
  description:
    "Lists your API tokens, or those of all users for an admin, without the tokens themselves.",
  request: { query: z.object(growingListQuery) },
  responses: { 200: jsonList("API tokens, newest first.", tokenSchema) },
});

const revokeRoute = defineRoute({
  method: "delete",
  path: "/api/tokens/{id}",
  role: "analyst",
  before: [limitRate("writes")],
  tags,
  summary: "Revoke an API token",
  description:
    "Requests with the token fail from then on. An admin can revoke the token of any user.",
  request: { params: z.object({ id: uuidParam }) },
  responses: { 204: { description: "The token was revoked." } },
});

/** Mounts the API tokens of users. */
export function mountTokens(app: App<TokenDeps & RateLimitDeps>): void {
  app.openapi(createRoute, async (c) => {
    const actor = currentActor(c.var.identity);
    return c.json(await createToken(c.var.deps, actor, c.req.valid("json")), 201);
  });
  app.openapi(listRoute, async (c) => {
    const query = c.req.valid("query");
    const { items, total } = await listTokens(c.var.deps, currentActor(c.var.identity), query);
    setPageHeaders(c, query, total);
    return c.json(items, 200);
  });
  app.openapi(revokeRoute, async (c) => {
    await revokeToken(c.var.deps, currentActor(c.var.identity), c.req.valid("param").id);
    return c.body(null, 204);
  });
}
