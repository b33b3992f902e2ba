import { z } from "zod";
import { listHeaders, pageOf, setPageHeaders, wholeListQuery } from "../http/pagination.ts";
import { groupIdParam, releaseQuery, uuidParam } from "../http/params.ts";
import { limitRate } from "../http/rate-limit.ts";
import { type App, currentActor, defineRoute } from "../http/router.ts";
import { acceptBundle } from "./accept-bundle.ts";
import { listGroups, readGroup } from "./browse-groups.ts";
import { listVersions } from "./list-versions.ts";
import { readSyncTask } from "./read-sync-task.ts";
import { groupDetailSchema, groupListItemSchema, syncTaskSchema, versionSchema } from "./schema.ts";

const search = z.string().max(100, "must have at most 100 characters").optional();
const json = <T extends z.ZodType>(description: string, schema: T) => ({
  description,
  content: { "application/json": { schema } },
});

const listGroupsRoute = defineRoute({
  method: "get",
  path: "/api/apt/groups",
  role: "viewer",
  tags: ["Knowledge base"],
  summary: "List groups",
  request: { query: z.object({ ...releaseQuery, ...wholeListQuery, search }) },
  responses: {
    200: { ...json("Groups by name.", z.array(groupListItemSchema)), headers: listHeaders },
  },
});

const readGroupRoute = defineRoute({
  method: "get",
  path: "/api/apt/groups/{group_id}",
  role: "viewer",
  tags: ["Knowledge base"],
  summary: "Read a group",
  request: { params: z.object({ group_id: groupIdParam }), query: z.object(releaseQuery) },
  responses: { 200: json("The group in full.", groupDetailSchema) },
});

const listVersionsRoute = defineRoute({
  method: "get",
  path: "/api/attack/versions",
  role: "viewer",
  tags: ["Knowledge base"],
  summary: "List ingested releases",
  request: { query: z.object(wholeListQuery) },
  responses: {
    200: {
      ...json("Releases by domain, newest first.", z.array(versionSchema)),
      headers: listHeaders,
    },
  },
});

const uploadBundleRoute = defineRoute({
  method: "post",
  path: "/api/sync/bundles",
  role: "admin",
  before: [limitRate("syncs")],
  tags: ["Sync"],
  summary: "Ingest a STIX bundle",
  description:
    "The body is an ATT&CK bundle (STIX 2.0 or 2.1), streamed, plain or with `Content-Encoding: gzip`.",
  request: {
    query: z.object({
      domain: z.string().max(64).optional().meta({ description: "For a bundle that names none." }),
      version: z.string().max(32).optional().meta({ description: "For a bundle that names none." }),
    }),
    body: {
      content: {
        "application/octet-stream": { schema: { type: "string", format: "binary" } },
      },
    },
  },
  responses: {
    202: json("The bundle is stored and its ingest queued.", z.object({ task_id: z.uuid() })),
  },
});

const readTaskRoute = defineRoute({
  method: "get",
  path: "/api/sync/tasks/{task_id}",
  role: "viewer",
  tags: ["Sync"],
  summary: "Read a sync task",
  request: { params: z.object({ task_id: uuidParam }) },
  responses: { 200: json("The task and how far it is.", syncTaskSchema) },
});

/** Groups, releases, and bundles sent by hand. */
export function mountAttack(app: App): void {
  app.openapi(listGroupsRoute, async (c) => {
    const query = c.req.valid("query");
    const { items, total } = pageOf(await listGroups(c.var.context, query), query);
    setPageHeaders(c, query, total);
    return c.json(items, 200);
  });
  app.openapi(readGroupRoute, async (c) => {
    const { group_id: groupId } = c.req.valid("param");
    return c.json(await readGroup(c.var.context, c.req.valid("query"), groupId), 200);
  });
  app.openapi(listVersionsRoute, async (c) => {
    const query = c.req.valid("query");
    const { items, total } = pageOf(await listVersions(c.var.context), query);
    setPageHeaders(c, query, total);
    return c.json(items, 200);
  });
  app.openapi(uploadBundleRoute, async (c) => {
    const actor = currentActor(c.var.identity);
    const gzip = /\bgzip\b/i.test(c.req.header("Content-Encoding") ?? "");
    const upload = { ...c.req.valid("query"), body: c.req.raw.body, gzip };
    return c.json({ task_id: await acceptBundle(c.var.context, actor, upload) }, 202);
  });
  app.openapi(readTaskRoute, async (c) => {
    return c.json(await readSyncTask(c.var.context, c.req.valid("param").task_id), 200);
  });
}
