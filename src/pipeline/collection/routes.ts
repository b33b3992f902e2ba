import { z } from "zod";
import type { RateLimitDeps } from "../../platform/rate-limits/deps.ts";
import type { CollectionDeps } from "./deps.ts";
import { jsonBody, jsonContent, jsonList } from "../../platform/http/json-content.ts";
import { growingListQuery, setPageHeaders } from "../../platform/http/pagination.ts";
import { uuidParam } from "../../platform/http/params.ts";
import { limitRate } from "../../platform/rate-limits/rate-limit.ts";
import { type App, currentActor, defineRoute } from "../../platform/http/router.ts";
import { changeSource } from "./change-source.ts";
import { createSource } from "./create-source.ts";
import { deleteSource } from "./delete-source.ts";
import { listRuns } from "./list-runs.ts";
import { listSources } from "./list-sources.ts";
import { previewSource } from "./preview-source.ts";
import { readSource } from "./read-source.ts";
import { runSource } from "./run-source.ts";
import {
  newSourceSchema,
  previewRequestSchema,
  runSchema,
  sourceChangeSchema,
  sourcePreviewSchema,
  sourceSchema,
} from "./schema.ts";

const PATH = "/api/pipeline/sources";
const idParams = z.object({ id: uuidParam });
const reading = { method: "get" as const, role: "viewer" as const, tags: ["Collection"] };
const changing = {
  role: "analyst" as const,
  tags: ["Collection"],
  before: [limitRate("writes")],
};

const listRoute = defineRoute({
  ...reading,
  path: PATH,
  summary: "List sources",
  description:
    "Feeds, TAXII collections and MISP servers that are polled on a schedule, each with the outcome of its last run.",
  request: { query: z.object(growingListQuery) },
  responses: { 200: jsonList("Sources, sorted by name.", sourceSchema) },
});

const createSourceRoute = defineRoute({
  ...changing,
  method: "post",
  path: PATH,
  summary: "Add a source",
  description:
    "An RSS or Atom feed, a TAXII 2.1 collection, a MISP feed or a MISP server, over http or https. It is read for the first time within 15 minutes, or immediately when a run is started manually. Credentials are never part of a source: the setting SERVER_CREDENTIALS has them.",
  problems: ["conflict"],
  request: { body: jsonBody(newSourceSchema) },
  responses: { 201: jsonContent("The new source; its first run is due.", sourceSchema) },
});

const previewRoute = defineRoute({
  ...changing,
  method: "post",
  path: `${PATH}/preview`,
  before: [limitRate("runs")],
  summary: "Get a preview of a source",
  description:
    "Finds the source that an address leads to and returns its first items; nothing is stored. The source is the address itself, a feed that its page links, a collection that a TAXII server lists, or one at a usual path of the same host.",
  request: { body: jsonBody(previewRequestSchema) },
  responses: { 200: jsonContent("The source and its first items.", sourcePreviewSchema) },
});

const readRoute = defineRoute({
  ...reading,
  path: `${PATH}/{id}`,
  summary: "Get a source",
  description: "With the outcome of its last run.",
  request: { params: idParams },
  responses: { 200: jsonContent("The requested source.", sourceSchema) },
});

const changeRoute = defineRoute({
  ...changing,
  method: "patch",
  path: `${PATH}/{id}`,
  summary: "Update a source",
  description: "Changes only the fields that are given.",
  problems: ["conflict"],
  request: { params: idParams, body: jsonBody(sourceChangeSchema) },
  responses: { 200: jsonContent("The changed source.", sourceSchema) },
});

const deleteRoute = defineRoute({
  ...changing,
  method: "delete",
  path: `${PATH}/{id}`,
  summary: "Delete a source",
  problems: ["conflict"],
  description: "Keeps the runs of the source and the reports that it collected.",
  request: { params: idParams },
  responses: { 204: { description: "The source is deleted." } },
});

const runRoute = defineRoute({
  ...changing,
  method: "post",
  path: `${PATH}/{id}/run`,
  before: [limitRate("runs")],
  summary: "Run a source now",
  problems: ["conflict"],
  description: "While a run of it is under way, that run is answered.",
  request: { params: idParams },
  responses: {
    200: jsonContent("The completed run.", runSchema),
    202: jsonContent("The run, which is still under way.", runSchema),
  },
});

const listRunsRoute = defineRoute({
  ...reading,
  path: "/api/pipeline/runs",
  summary: "List runs",
  description: "Each run with what it collected.",
  request: { query: z.object({ ...growingListQuery, source_id: uuidParam.optional() }) },
  responses: { 200: jsonList("Runs, newest first.", runSchema) },
});

/** Mounts the routes of sources and their runs. */
export function mountCollection(app: App<CollectionDeps & RateLimitDeps>): void {
  mountReading(app);
  app.openapi(createSourceRoute, async (c) => {
    const { name } = currentActor(c.var.identity);
    return c.json(await createSource(c.var.deps, name, c.req.valid("json")), 201);
  });
  app.openapi(previewRoute, async (c) => {
    const { name } = currentActor(c.var.identity);
    return c.json(await previewSource(c.var.deps, name, c.req.valid("json")), 200);
  });
  app.openapi(changeRoute, async (c) => {
    const { name } = currentActor(c.var.identity);
    const { id } = c.req.valid("param");
    return c.json(await changeSource(c.var.deps, name, id, c.req.valid("json")), 200);
  });
  app.openapi(deleteRoute, async (c) => {
    const { name } = currentActor(c.var.identity);
    await deleteSource(c.var.deps, name, c.req.valid("param").id);
    return c.body(null, 204);
  });
  app.openapi(runRoute, async (c) => {
    const { name } = currentActor(c.var.identity);
    const { id } = c.req.valid("param");
    const inBackground = (work: Promise<void>) => c.executionCtx.waitUntil(work);
    const run = await runSource(c.var.deps, name, id, inBackground);
    return run.status === "running" ? c.json(run, 202) : c.json(run, 200);
  });
}

function mountReading(app: App<CollectionDeps & RateLimitDeps>): void {
  app.openapi(listRoute, async (c) => {
    const query = c.req.valid("query");
    const { items, total } = await listSources(c.var.deps, query);
    setPageHeaders(c, query, total);
    return c.json(items, 200);
  });
  app.openapi(readRoute, async (c) => {
    return c.json(await readSource(c.var.deps, c.req.valid("param").id), 200);
  });
  app.openapi(listRunsRoute, async (c) => {
    const query = c.req.valid("query");
    const { items, total } = await listRuns(c.var.deps, query);
    setPageHeaders(c, query, total);
    return c.json(items, 200);
  });
}
