import { z } from "zod";
import { cacheUntilChange } from "../../platform/response-cache/cache-response.ts";
import { jsonBody, jsonContent, jsonList } from "../../platform/http/json-content.ts";
import { growingListQuery, setPageHeaders } from "../../platform/http/pagination.ts";
import { booleanParam, searchParam, uuidParam } from "../../platform/http/params.ts";
import { limitRate, limitSearches } from "../../platform/rate-limits/rate-limit.ts";
import { type App, currentActor, defineRoute } from "../../platform/http/router.ts";
import { mountObservableExport } from "./export/routes.ts";
import { addObservable } from "./add-observable.ts";
import type { ObservableRoomDeps } from "./value-page/deps.ts";
import { mountValuePage } from "./value-page/routes.ts";
import { mountBulk } from "./bulk/routes.ts";
import { filterOf, observableFilters, observableOrder, orderAsked } from "./params.ts";
import { listObservables } from "./list-observables.ts";
import { changeObservable } from "./change-observable.ts";
import { deleteObservable } from "./delete-observable.ts";
import { readObservable } from "./read-observable.ts";
import { restoreSuppression } from "./restore-suppression.ts";
import {
  newObservableSchema,
  observableChangeSchema,
  observableKindSchema,
  observableSchema,
  suppressionRuleSchema,
  suppressionSchema,
} from "./schema.ts";

const PATH = "/api/pipeline/observables";
const idParams = z.object({ id: uuidParam });
const reading = { method: "get" as const, role: "viewer" as const, tags: ["Observables"] };
const changing = {
  role: "analyst" as const,
  tags: ["Observables"],
  before: [limitRate("writes")],
};

/** Returns whether a list is searched, sorted or counted row by row. */
function readsEveryRow({ q = "", sort, min_reports: least }: Record<string, string>): boolean {
  return q.trim() !== "" || sort !== undefined || least !== undefined;
}

const listRoute = defineRoute({
  ...reading,
  path: PATH,
  before: [limitRate("searches", readsEveryRow), cacheUntilChange],
  summary: "List observables",
  description: "Without suppressed values, which have a list of their own.",
  request: {
    query: z.object({
      ...growingListQuery,
      ...observableFilters,
      ...observableOrder,
    }),
  },
  responses: {
    200: jsonList("Observables, most recently seen first unless sorted.", observableSchema),
  },
});

const addRoute = defineRoute({
  ...changing,
  method: "post",
  path: PATH,
  summary: "Add an observable",
  description: "The value may be defanged. One that is known is answered as it is.",
  problems: ["conflict"],
  request: { body: jsonBody(newObservableSchema) },
  responses: {
    200: jsonContent("The existing observable.", observableSchema),
    201: jsonContent("The new observable.", observableSchema),
  },
});

const readRoute = defineRoute({
  ...reading,
  path: `${PATH}/{id}`,
  before: [cacheUntilChange],
  summary: "Get an observable",
  description: "With the reports and sessions that mention it.",
  request: { params: idParams },
  responses: { 200: jsonContent("The observable.", observableSchema) },
});

const changeRoute = defineRoute({
  ...changing,
  method: "patch",
  path: `${PATH}/{id}`,
  summary: "Update an observable",
  description:
    "Changes the tags, the role or the confidence; fields that are not given do not change.",
  problems: ["conflict"],
  request: { params: idParams, body: jsonBody(observableChangeSchema) },
  responses: { 200: jsonContent("The observable, changed.", observableSchema) },
});

const deleteRoute = defineRoute({
  ...changing,
  method: "delete",
  path: `${PATH}/{id}`,
  summary: "Delete an observable",
  problems: ["conflict"],
  description:
    "Suppresses the value, so that later reports do not add it again. POST /api/pipeline/suppressions/{id}/restore restores it.",
  request: { params: idParams },
  responses: { 204: { description: "The observable was deleted." } },
});

const listSuppressionsRoute = defineRoute({
  ...reading,
  path: "/api/pipeline/suppressions",
  before: [limitSearches],
  summary: "List suppressed values",
  description:
    "Lists the values that suppression rules excluded: private and reserved addresses, well-known domains, and values that analysts deleted.",
  request: {
    query: z.object({
      ...growingListQuery,
      kind: observableKindSchema
        .optional()
        .meta({ description: "Return only values of this kind.", example: "domain" }),
      q: searchParam("A text that the value contains, literally and in any case."),
      rule: suppressionRuleSchema.optional(),
      restored: booleanParam(false),
    }),
  },
  responses: {
    200: jsonList(
      "Suppressed values, last seen first, each with its suppression rule.",
      suppressionSchema,
    ),
  },
});

const restoreRoute = defineRoute({
  ...changing,
  method: "post",
  path: "/api/pipeline/suppressions/{id}/restore",
  summary: "Restore a suppressed value",
  description: "Adds the value to the observables; it is not suppressed again.",
  problems: ["conflict"],
  request: { params: idParams },
  responses: { 200: jsonContent("The observable.", observableSchema) },
});

/** Mounts the routes of observables and suppressed values. */
export function mountObservables(app: App<ObservableRoomDeps>): void {
  mountReading(app);
  mountChanges(app);
  mountBulk(app);
  mountValuePage(app);
}

function mountReading(app: App<ObservableRoomDeps>): void {
  app.openapi(listRoute, async (c) => {
    const { limit, offset, sort, order, ...query } = c.req.valid("query");
    const page = { limit, offset };
    const sorted = orderAsked(sort, order);
    const { items, total } = await listObservables(c.var.deps, page, filterOf(query), sorted);
    setPageHeaders(c, page, total);
    return c.json(items, 200);
  });
  mountObservableExport(app);
  app.openapi(readRoute, async (c) => {
    return c.json(await readObservable(c.var.deps, c.req.valid("param").id), 200);
  });
  app.openapi(listSuppressionsRoute, async (c) => {
    const query = c.req.valid("query");
    const { items, total } = await c.var.deps.suppressions.list(query, query);
    setPageHeaders(c, query, total);
    return c.json(items, 200);
  });
}

function mountChanges(app: App<ObservableRoomDeps>): void {
  app.openapi(addRoute, async (c) => {
    const actor = currentActor(c.var.identity);
    const { observable, created } = await addObservable(c.var.deps, actor, c.req.valid("json"));
    return created ? c.json(observable, 201) : c.json(observable, 200);
  });
  app.openapi(changeRoute, async (c) => {
    const actor = currentActor(c.var.identity);
    const { id } = c.req.valid("param");
    return c.json(await changeObservable(c.var.deps, actor, id, c.req.valid("json")), 200);
  });
  app.openapi(deleteRoute, async (c) => {
    await deleteObservable(c.var.deps, currentActor(c.var.identity), c.req.valid("param").id);
    return c.body(null, 204);
  });
  app.openapi(restoreRoute, async (c) => {
    const actor = currentActor(c.var.identity);
    return c.json(await restoreSuppression(c.var.deps, actor, c.req.valid("param").id), 200);
  });
}
