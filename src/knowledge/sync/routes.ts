import { z } from "zod";
import type { RateLimitDeps } from "../../platform/rate-limits/deps.ts";
import type { SyncDeps } from "./deps.ts";
import { uuidParam } from "../../platform/http/params.ts";
import { limitRate } from "../../platform/rate-limits/rate-limit.ts";
import { streamBody } from "../../platform/http/read-body.ts";
import { type App, currentActor, defineRoute } from "../../platform/http/router.ts";
import { jsonContent } from "../../platform/http/json-content.ts";
import { acceptBundle } from "./accept-bundle.ts";
import { readSyncStatus } from "./read-sync-status.ts";
import { readSyncTask } from "./read-sync-task.ts";
import { syncRequestSchema, syncStatusSchema, syncTaskSchema, syncTicketSchema } from "./schema.ts";
import { triggerSync } from "./trigger-sync.ts";

const readStatusRoute = defineRoute({
  method: "get",
  path: "/api/sync/status",
  role: "viewer",
  tags: ["Sync"],
  summary: "Compare the ingested releases with upstream",
  description:
    "Queries upstream unless it answered within the last few seconds. If upstream cannot be reached, its last answer is used.",
  responses: {
    200: jsonContent(
      "The releases of each domain, and whether a sync is needed.",
      syncStatusSchema,
    ),
  },
});

const triggerRoute = defineRoute({
  method: "post",
  path: "/api/sync/trigger",
  role: "analyst",
  before: [limitRate("syncs")],
  tags: ["Sync"],
  summary: "Queue a sync with upstream",
  problems: ["unknown_domain"],
  description:
    "If a sync is already queued or running, its task is returned and no second one is queued.",
  request: { body: { content: { "application/json": { schema: syncRequestSchema } } } },
  responses: { 202: jsonContent("The queued or running task.", syncTicketSchema) },
});

const uploadBundleRoute = defineRoute({
  method: "post",
  path: "/api/sync/bundles",
  role: "admin",
  before: [limitRate("syncs")],
  tags: ["Sync"],
  summary: "Ingest a STIX bundle",
  problems: ["not_stix", "unknown_domain"],
  description:
    "Takes an ATT&CK bundle (STIX 2.0 or 2.1) as the request body, plain or with `Content-Encoding: gzip`.",
  request: {
    query: z.object({
      domain: z
        .string()
        .max(64)
        .optional()
        .meta({ description: "Domain of the bundle; used if the bundle names none." }),
      version: z
        .string()
        .max(32)
        .optional()
        .meta({ description: "Release of the bundle; used if the bundle names none." }),
    }),
    body: {
      content: {
        "application/octet-stream": {
          schema: { type: "string", format: "binary" },
          example:
            '{"type":"bundle","id":"bundle--5f0c7a52-2f4e-4c0b-9a55-0b1f2f6f3a11","objects":[]}',
        },
      },
    },
  },
  responses: {
    202: jsonContent(
      "The bundle is stored and its ingest is queued.",
      z.object({ task_id: z.uuid() }),
    ),
  },
});

const readTaskRoute = defineRoute({
  method: "get",
  path: "/api/sync/tasks/{task_id}",
  role: "viewer",
  tags: ["Sync"],
  summary: "Get a sync task",
  description: "Returns the progress of each domain of the task.",
  request: { params: z.object({ task_id: uuidParam }) },
  responses: { 200: jsonContent("The task and its progress.", syncTaskSchema) },
});

/** Mounts the routes for syncs with upstream and uploaded bundles. */
export function mountSync(app: App<SyncDeps & RateLimitDeps>): void {
  app.openapi(readStatusRoute, async (c) => c.json(await readSyncStatus(c.var.deps), 200));
  app.openapi(triggerRoute, async (c) => {
    const { name } = currentActor(c.var.identity);
    return c.json(await triggerSync(c.var.deps, name, c.req.valid("json")), 202);
  });
  app.openapi(uploadBundleRoute, async (c) => {
    const actor = currentActor(c.var.identity);
    const gzip = /\bgzip\b/i.test(c.req.header("Content-Encoding") ?? "");
    const upload = { ...c.req.valid("query"), body: streamBody(c), gzip };
    return c.json({ task_id: await acceptBundle(c.var.deps, actor, upload) }, 202);
  });
  app.openapi(readTaskRoute, async (c) => {
    return c.json(await readSyncTask(c.var.deps, c.req.valid("param").task_id), 200);
  });
}
