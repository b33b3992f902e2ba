import { z } from "zod";
import { etagHeader, ifMatchHeader } from "../../platform/http/if-match.ts";
import { jsonBody, jsonContent, jsonList } from "../../platform/http/json-content.ts";
import { growingListQuery, setPageHeaders } from "../../platform/http/pagination.ts";
import { uuidParam } from "../../platform/http/params.ts";
import { type App, currentActor, defineRoute } from "../../platform/http/router.ts";
import { cacheUntilChange } from "../../platform/response-cache/cache-response.ts";
import type { RateLimitDeps } from "../../platform/rate-limits/deps.ts";
import { limitRate } from "../../platform/rate-limits/rate-limit.ts";
import { changeDossier } from "./change-dossier.ts";
import { createDossier } from "./create-dossier.ts";
import { deleteDossier } from "./delete-dossier.ts";
import type { DossierDeps } from "./deps.ts";
import { listDossiers } from "./list-dossiers.ts";
import { readDossier } from "./read-dossier.ts";
import { dossierChangeSchema, dossierInputSchema, dossierVersion } from "./params.ts";
import { readTimeline } from "./read-timeline.ts";
import { dossierListItemSchema, dossierSchema } from "./schema.ts";
import { timelineSchema } from "./timeline-schema.ts";

const tags = ["Dossiers"];
const params = z.object({ dossier_id: uuidParam });

const listRoute = defineRoute({
  method: "get",
  path: "/api/dossiers",
  role: "viewer",
  before: [cacheUntilChange],
  tags,
  summary: "List dossiers",
  description: "Without what their sessions say.",
  request: { query: z.object(growingListQuery) },
  responses: { 200: jsonList("Dossiers, most recently changed first.", dossierListItemSchema) },
});

const createRoute = defineRoute({
  method: "post",
  path: "/api/dossiers",
  role: "analyst",
  before: [limitRate("writes")],
  tags,
  summary: "Create a dossier",
  description: "Two to fifty sessions that are read as one.",
  request: { body: jsonBody(dossierInputSchema) },
  responses: { 201: { ...jsonContent("The new dossier.", dossierSchema), headers: etagHeader } },
});

const readRoute = defineRoute({
  method: "get",
  path: "/api/dossiers/{dossier_id}",
  role: "viewer",
  before: [limitRate("computations"), cacheUntilChange],
  tags,
  summary: "Get a dossier",
  description:
    "The union of its sessions as they are now: which session names which technique, what they disagree in, groups, leads and entities. Rejected techniques count only as rejections. `ETag` names the state of the dossier itself, not of its sessions.",
  problems: ["version_not_found"],
  request: { params, query: z.object({ version: dossierVersion }) },
  responses: { 200: { ...jsonContent("The dossier.", dossierSchema), headers: etagHeader } },
});

const timelineRoute = defineRoute({
  method: "get",
  path: "/api/dossiers/{dossier_id}/timeline",
  role: "viewer",
  before: [limitRate("computations"), cacheUntilChange],
  tags,
  summary: "Get the timeline of a dossier",
  description:
    "The dates that its reports give for themselves and for the activity, each with the sentence that has it.",
  request: { params },
  responses: { 200: jsonContent("The events by date.", timelineSchema) },
});

const changeRoute = defineRoute({
  method: "patch",
  path: "/api/dossiers/{dossier_id}",
  role: "analyst",
  before: [limitRate("writes")],
  tags,
  summary: "Update a dossier",
  description: "Name, sessions, note and marking; what is not given stays.",
  problems: ["conflict"],
  request: { headers: ifMatchHeader, params, body: jsonBody(dossierChangeSchema) },
  responses: {
    200: { ...jsonContent("The changed dossier.", dossierSchema), headers: etagHeader },
  },
});

const deleteRoute = defineRoute({
  method: "delete",
  path: "/api/dossiers/{dossier_id}",
  role: "analyst",
  before: [limitRate("writes")],
  tags,
  summary: "Delete a dossier",
  description: "The sessions of the dossier stay.",
  request: { headers: ifMatchHeader, params },
  responses: { 204: { description: "The dossier was deleted." } },
});

/** Dossiers: several sessions as one. */
export function mountDossiers(app: App<DossierDeps & RateLimitDeps>): void {
  app.openapi(listRoute, async (c) => {
    const query = c.req.valid("query");
    const { items, total } = await listDossiers(c.var.deps, query);
    setPageHeaders(c, query, total);
    return c.json(items, 200);
  });
  app.openapi(createRoute, async (c) => {
    const { name } = currentActor(c.var.identity);
    const { dossier, etag } = await createDossier(c.var.deps, name, c.req.valid("json"));
    return c.json(dossier, 201, { ETag: etag });
  });
  app.openapi(readRoute, async (c) => {
    const { version } = c.req.valid("query");
    const { dossier_id: id } = c.req.valid("param");
    const { dossier, etag } = await readDossier(c.var.deps, id, version);
    return c.json(dossier, 200, { ETag: etag });
  });
  app.openapi(timelineRoute, async (c) =>
    c.json(await readTimeline(c.var.deps, c.req.valid("param").dossier_id), 200),
  );
  app.openapi(changeRoute, async (c) => {
    const { name } = currentActor(c.var.identity);
    const { dossier_id: id } = c.req.valid("param");
    const ifMatch = c.req.valid("header")["if-match"];
    const changed = await changeDossier(c.var.deps, name, id, c.req.valid("json"), ifMatch);
    return c.json(changed.dossier, 200, { ETag: changed.etag });
  });
  app.openapi(deleteRoute, async (c) => {
    const { name } = currentActor(c.var.identity);
    const ifMatch = c.req.valid("header")["if-match"];
    await deleteDossier(c.var.deps, name, c.req.valid("param").dossier_id, ifMatch);
    return c.body(null, 204);
  });
}
