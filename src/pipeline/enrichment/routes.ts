import { z } from "zod";
import type { RateLimitDeps } from "../../platform/rate-limits/deps.ts";
import type { EnrichmentDeps } from "./deps.ts";
import { jsonBody, jsonContent, jsonList } from "../../platform/http/json-content.ts";
import { growingListQuery, setPageHeaders } from "../../platform/http/pagination.ts";
import { uuidParam } from "../../platform/http/params.ts";
import { limitRate } from "../../platform/rate-limits/rate-limit.ts";
import { type App, currentActor, defineRoute } from "../../platform/http/router.ts";
import { enrichBulk } from "./bulk/enrich-bulk.ts";
import { enrichObservable } from "./enrich-observable.ts";
import { listEnrichments } from "./list-enrichments.ts";
import { readBulkTask } from "./bulk/read-bulk-task.ts";
import { listProviders } from "./list-providers.ts";
import {
  bulkSchema,
  bulkTaskSchema,
  bulkTicketSchema,
  enrichmentSchema,
  enrichRequestSchema,
  providerViewSchema,
} from "./schema.ts";
import { withAudit } from "./with-audit.ts";

const OBSERVABLE = "/api/pipeline/observables/{id}";
const BULK = "/api/pipeline/enrichments/bulk";
const idParams = z.object({ id: uuidParam });
const reading = { method: "get" as const, role: "viewer" as const, tags: ["Enrichment"] };
const asking = {
  method: "post" as const,
  role: "analyst" as const,
  tags: ["Enrichment"],
  before: [limitRate("enrichments")],
};

const enrichRoute = defineRoute({
  ...asking,
  path: `${OBSERVABLE}/enrich`,
  summary: "Enrich an observable",
  problems: ["unsupported_kind", "conflict", "provider_not_configured", "marked_red"],
  description:
    "By RDAP, or by the `provider` of the body. The answer is evidence and not a verdict; the observable does not change.",
  request: {
    params: idParams,
    body: { content: { "application/json": { schema: enrichRequestSchema } } },
  },
  responses: { 200: jsonContent("The enrichment.", enrichmentSchema) },
});

const listRoute = defineRoute({
  ...reading,
  path: `${OBSERVABLE}/enrichments`,
  summary: "List the enrichments of an observable",
  description: "What registries and other providers answered, and which queries failed.",
  request: { params: idParams, query: z.object(growingListQuery) },
  responses: { 200: jsonList("Enrichments, newest first.", enrichmentSchema) },
});

const bulkRoute = defineRoute({
  ...asking,
  path: BULK,
  summary: "Enrich several observables",
  problems: ["not_found", "provider_not_configured"],
  description:
    "Each of the `providers` is queried about each observable of a kind that it takes; the others are skipped. The same list sent again while its task is under way is answered with that task.",
  request: { body: jsonBody(bulkSchema) },
  responses: { 202: jsonContent("The id of the task.", bulkTicketSchema) },
});

const bulkTaskRoute = defineRoute({
  ...reading,
  path: `${BULK}/{task_id}`,
  summary: "Get an enrichment task",
  description: "Counts the observables by outcome.",
  request: { params: z.object({ task_id: uuidParam }) },
  responses: { 200: jsonContent("The task and its progress.", bulkTaskSchema) },
});

const providersRoute = defineRoute({
  ...reading,
  path: "/api/pipeline/enrichments/providers",
  summary: "List the enrichment providers",
  description:
    "Which of them are on, which kinds of observables they take, and what leaves the service for each. Nothing is sent to a provider that is off.",
  responses: { 200: jsonContent("Every provider.", z.array(providerViewSchema)) },
});

/** Mounts the routes for what registries and other providers report about observables. */
export function mountEnrichment(app: App<EnrichmentDeps & RateLimitDeps>): void {
  app.openapi(enrichRoute, async (c) => {
    const { deps, identity } = c.var;
    const { name } = currentActor(identity);
    const { provider, include_red: includeRed } = c.req.valid("json");
    const { id } = c.req.valid("param");
    const { row } = await enrichObservable(deps, name, id, { provider, includeRed });
    const [record] = await withAudit(deps, [row]);
    if (record === undefined) throw new Error("a record without its view");
    return c.json(record, 200);
  });
  app.openapi(listRoute, async (c) => {
    const query = c.req.valid("query");
    const { id } = c.req.valid("param");
    const { items, total } = await listEnrichments(c.var.deps, id, query);
    setPageHeaders(c, query, total);
    return c.json(items, 200);
  });
  app.openapi(bulkRoute, async (c) => {
    const { name } = currentActor(c.var.identity);
    const { observable_ids: ids, providers, include_red: includeRed } = c.req.valid("json");
    return c.json(await enrichBulk(c.var.deps, name, ids, { providers, includeRed }), 202);
  });
  app.openapi(providersRoute, (c) => c.json(listProviders(c.var.deps.settings), 200));
  app.openapi(bulkTaskRoute, async (c) => {
    return c.json(await readBulkTask(c.var.deps, c.req.valid("param").task_id), 200);
  });
}
