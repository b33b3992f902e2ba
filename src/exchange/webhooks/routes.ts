import { z } from "zod";
import { jsonBody, jsonContent, jsonList } from "../../platform/http/json-content.ts";
import { growingListQuery, setPageHeaders } from "../../platform/http/pagination.ts";
import { uuidParam } from "../../platform/http/params.ts";
import { type App, currentActor, defineRoute } from "../../platform/http/router.ts";
import type { RateLimitDeps } from "../../platform/rate-limits/deps.ts";
import { limitRate } from "../../platform/rate-limits/rate-limit.ts";
import { changeWebhook } from "./change-webhook.ts";
import { createWebhook } from "./create-webhook.ts";
import { deleteWebhook } from "./delete-webhook.ts";
import type { WebhookDeps } from "./deps.ts";
import { listDeliveries, listWebhooks } from "./read-webhook.ts";
import { resendDead, resendDelivery } from "./resend-deliveries.ts";
import { rotateSecret } from "./rotate-secret.ts";
import {
  createdWebhookSchema,
  deliverySchema,
  deliveryStateSchema,
  newWebhookSchema,
  resentSchema,
  webhookChangeSchema,
  webhookSchema,
} from "./schema.ts";
import { testWebhook } from "./test-webhook.ts";

const PATH = "/api/webhooks";
const reading = { role: "admin" as const, tags: ["Webhooks"] };
const changing = { ...reading, before: [limitRate("writes")] };
const idParams = z.object({ id: uuidParam });

const createRoute = defineRoute({
  ...changing,
  method: "post",
  path: PATH,
  summary: "Create a webhook",
  description:
    "The service sends each event as a POST request, signed as Standard Webhooks describes. The answer shows the signing secret once.",
  problems: ["quota_exceeded"],
  request: { body: jsonBody(newWebhookSchema) },
  responses: { 201: jsonContent("The new webhook.", createdWebhookSchema) },
});

const listRoute = defineRoute({
  ...reading,
  method: "get",
  path: PATH,
  summary: "List webhooks",
  description: "Lists webhooks with the state of their deliveries, without URLs and secrets.",
  request: { query: z.object(growingListQuery) },
  responses: { 200: jsonList("Webhooks by name.", webhookSchema) },
});

const changeRoute = defineRoute({
  ...changing,
  method: "patch",
  path: `${PATH}/{id}`,
  summary: "Update a webhook",
  description:
    "Changes only the fields that are given. Events that happen while a webhook is disabled are not sent later.",
  problems: ["conflict"],
  request: { params: idParams, body: jsonBody(webhookChangeSchema) },
  responses: { 200: jsonContent("The changed webhook.", webhookSchema) },
});

const deleteRoute = defineRoute({
  ...changing,
  method: "delete",
  path: `${PATH}/{id}`,
  summary: "Delete a webhook",
  description: "Deletes the webhook with its deliveries. Pending ones are not sent.",
  request: { params: idParams },
  responses: { 204: { description: "The webhook was deleted." } },
});

const rotateRoute = defineRoute({
  ...changing,
  method: "post",
  path: `${PATH}/{id}/rotate`,
  summary: "Replace the secret of a webhook",
  description:
    "The answer shows the new secret once. For 24 hours requests have a signature of the previous secret too.",
  problems: ["conflict"],
  request: { params: idParams },
  responses: { 200: jsonContent("The webhook with its new secret.", createdWebhookSchema) },
});

const testRoute = defineRoute({
  ...changing,
  method: "post",
  path: `${PATH}/{id}/test`,
  summary: "Send a test event",
  description: "Sends a `webhook.test` event, whatever events the webhook subscribes to.",
  problems: ["conflict"],
  request: { params: idParams },
  responses: { 202: jsonContent("The delivery, which is queued.", deliverySchema) },
});

const deliveriesRoute = defineRoute({
  ...reading,
  method: "get",
  path: `${PATH}/{id}/deliveries`,
  summary: "List deliveries of a webhook",
  description:
    "Lists deliveries of the last 30 days, at most the latest 5,000 that ended. A failed attempt is repeated after 5 seconds, 5 and 30 minutes, and 2, 5, 10 and 10 hours.",
  request: {
    params: idParams,
    query: z.object({
      ...growingListQuery,
      state: deliveryStateSchema.optional().meta({
        description: "Return only deliveries in this state.",
        example: "dead",
      }),
    }),
  },
  responses: { 200: jsonList("Deliveries, newest first.", deliverySchema) },
});

const resendRoute = defineRoute({
  ...changing,
  method: "post",
  path: `${PATH}/{id}/deliveries/{delivery_id}/resend`,
  summary: "Send a delivery again",
  description: "Sends a dead or delivered message again, with the same `webhook-id` and body.",
  problems: ["conflict", "invalid_transition"],
  request: { params: z.object({ id: uuidParam, delivery_id: uuidParam }) },
  responses: { 202: jsonContent("The delivery, which is queued.", deliverySchema) },
});

const resendDeadRoute = defineRoute({
  ...changing,
  method: "post",
  path: `${PATH}/{id}/resend-dead`,
  summary: "Send all dead deliveries again",
  description:
    "Sends every dead message of the webhook again, with the same `webhook-id` and body.",
  problems: ["conflict"],
  request: { params: idParams },
  responses: { 202: jsonContent("How many deliveries are queued.", resentSchema) },
});

/** Mounts webhooks and their deliveries. */
export function mountWebhooks(app: App<WebhookDeps & RateLimitDeps>): void {
  app.openapi(createRoute, async (c) => {
    const { name } = currentActor(c.var.identity);
    return c.json(await createWebhook(c.var.deps, name, c.req.valid("json")), 201);
  });
  app.openapi(listRoute, async (c) => {
    const query = c.req.valid("query");
    const { items, total } = await listWebhooks(c.var.deps, query);
    setPageHeaders(c, query, total);
    return c.json(items, 200);
  });
  app.openapi(changeRoute, async (c) => {
    const { name } = currentActor(c.var.identity);
    const { id } = c.req.valid("param");
    return c.json(await changeWebhook(c.var.deps, name, id, c.req.valid("json")), 200);
  });
  app.openapi(deleteRoute, async (c) => {
    const { name } = currentActor(c.var.identity);
    await deleteWebhook(c.var.deps, name, c.req.valid("param").id);
    return c.body(null, 204);
  });
  app.openapi(rotateRoute, async (c) => {
    const { name } = currentActor(c.var.identity);
    return c.json(await rotateSecret(c.var.deps, name, c.req.valid("param").id), 200);
  });
  mountDeliveries(app);
}

function mountDeliveries(app: App<WebhookDeps & RateLimitDeps>): void {
  app.openapi(testRoute, async (c) => {
    const { name } = currentActor(c.var.identity);
    return c.json(await testWebhook(c.var.deps, name, c.req.valid("param").id), 202);
  });
  app.openapi(deliveriesRoute, async (c) => {
    const { state, ...page } = c.req.valid("query");
    const { id } = c.req.valid("param");
    const { items, total } = await listDeliveries(c.var.deps, id, state, page);
    setPageHeaders(c, page, total);
    return c.json(items, 200);
  });
  app.openapi(resendRoute, async (c) => {
    const { name } = currentActor(c.var.identity);
    const { id, delivery_id: delivery } = c.req.valid("param");
    return c.json(await resendDelivery(c.var.deps, name, id, delivery), 202);
  });
  app.openapi(resendDeadRoute, async (c) => {
    const { name } = currentActor(c.var.identity);
    const resent = await resendDead(c.var.deps, name, c.req.valid("param").id);
    return c.json({ resent }, 202);
  });
}
