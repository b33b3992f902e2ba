import { z } from "zod";
import { cacheUntilChange } from "../../platform/response-cache/cache-response.ts";
import type { RateLimitDeps } from "../../platform/rate-limits/deps.ts";
import type { LayerDeps } from "./deps.ts";
import { attachmentHeaders } from "../../platform/http/attachment.ts";
import { etagHeader, ifMatchHeader } from "../../platform/http/if-match.ts";
import { jsonBody, jsonContent, jsonList } from "../../platform/http/json-content.ts";
import { setPageHeaders, wholeListQuery } from "../../platform/http/pagination.ts";
import { versionParam } from "../../knowledge/attack/params.ts";
import { booleanParam, uuidParam } from "../../platform/http/params.ts";
import { limitRate } from "../../platform/rate-limits/rate-limit.ts";
import { bufferBody } from "../../platform/http/read-body.ts";
import { RELEASE_PROBLEMS } from "../../platform/http/route-problems.ts";
import { type App, currentActor, defineRoute } from "../../platform/http/router.ts";
import { toValidationError } from "../../platform/http/to-validation-error.ts";
import { AppError } from "../../platform/lib/errors.ts";
import { exportFileName } from "../../platform/lib/export-file-name.ts";
import { ShapeError } from "../../formats/json/shape-error.ts";
import { mountCombination } from "./combine/routes.ts";
import { deleteLayer } from "./delete-layer.ts";
import { layerEtag } from "./layer-state.ts";
import { importLayer } from "./import-layer.ts";
import { migrateLayer } from "./migrate-layer.ts";
import { writeNavigator } from "./navigator/write-navigator.ts";
import { readLayer } from "./read-layer.ts";
import { listLayers } from "./list-layers.ts";
import { replaceLayer } from "./replace-layer.ts";
import { saveLayer } from "./save-layer.ts";
import {
  type Layer,
  importedLayerSchema,
  layerInputSchema,
  layerListItemSchema,
  layerQuery,
  layerSchema,
  migrationSchema,
  type NavigatorFile,
  navigatorLayerSchema,
} from "./schema.ts";
import { type LayerRow, toLayer } from "./store.ts";

const tags = ["Layers"];
const layerParams = z.object({ layer_id: uuidParam });
/** Described, not validated: the file is parsed where the parser can be terminated. */
const layerFile = {
  required: true,
  content: { "application/json": { schema: { $ref: "#/components/schemas/NavigatorLayer" } } },
};

const listRoute = defineRoute({
  method: "get",
  path: "/api/layers",
  role: "viewer",
  before: [cacheUntilChange],
  tags,
  summary: "List layers",
  description: "All layers, unless a limit is given; without their technique ids.",
  problems: ["unknown_domain"],
  request: {
    query: z.object({ ...wholeListQuery, domain: z.string().max(64).optional() }),
  },
  responses: {
    200: jsonList("Layers, most recently changed first.", layerListItemSchema),
  },
});

const saveRoute = defineRoute({
  method: "post",
  path: "/api/layers",
  role: "analyst",
  before: [limitRate("writes")],
  tags,
  summary: "Create a layer",
  problems: [...RELEASE_PROBLEMS],
  description: "Unknown, revoked and deprecated ids are kept as given and listed in the answer.",
  request: { query: z.object(layerQuery), body: jsonBody(layerInputSchema) },
  responses: { 201: { ...jsonContent("The new layer.", layerSchema), headers: etagHeader } },
});

const readRoute = defineRoute({
  method: "get",
  path: "/api/layers/{layer_id}",
  role: "viewer",
  tags,
  summary: "Get a layer",
  description:
    "Also lists the ids that its release does not have, and those that are revoked or deprecated.",
  request: { params: layerParams },
  responses: {
    200: {
      ...jsonContent("The layer with all its technique IDs.", layerSchema),
      headers: etagHeader,
    },
  },
});

const replaceRoute = defineRoute({
  method: "put",
  path: "/api/layers/{layer_id}",
  role: "analyst",
  before: [limitRate("writes")],
  tags,
  summary: "Replace a layer",
  problems: [...RELEASE_PROBLEMS, "conflict"],
  description:
    "Scores and comments are replaced if `annotations` is given, and else kept for the techniques that stay. Colors, links and metadata of an imported Navigator layer are always kept for those.",
  request: {
    headers: ifMatchHeader,
    params: layerParams,
    query: z.object(layerQuery),
    body: jsonBody(layerInputSchema),
  },
  responses: { 200: { ...jsonContent("The changed layer.", layerSchema), headers: etagHeader } },
});

const deleteRoute = defineRoute({
  method: "delete",
  path: "/api/layers/{layer_id}",
  role: "analyst",
  before: [limitRate("writes")],
  tags,
  summary: "Delete a layer",
  description: "A deleted layer cannot be restored.",
  request: { headers: ifMatchHeader, params: layerParams },
  responses: { 204: { description: "The layer was deleted." } },
});

const migrateRoute = defineRoute({
  method: "post",
  path: "/api/layers/{layer_id}/migrate",
  role: "analyst",
  before: [limitRate("computations")],
  tags,
  summary: "Migrate a layer to another release",
  problems: [...RELEASE_PROBLEMS, "conflict"],
  description:
    "Stores a copy of the layer for the release, by default the current one, and leaves the layer as it " +
    "is. Revoked ids become their successors, an id that the release does not have becomes its only " +
    "predecessor, and what remains is removed with the reason. The account is stored with the copy. " +
    "The release of the layer need not be ingested any more.",
  request: {
    params: layerParams,
    query: z.object({
      version: versionParam.optional(),
      in_place: booleanParam(false).meta({
        description: "Whether to change the layer itself instead of a copy. This cannot be undone.",
      }),
    }),
  },
  responses: { 200: jsonContent("The layer, and what was done with each id.", migrationSchema) },
});

const navigatorRoute = defineRoute({
  method: "get",
  path: "/api/layers/{layer_id}/navigator",
  role: "viewer",
  before: [limitRate("exports")],
  tags,
  summary: "Export a layer as an ATT&CK Navigator layer",
  description: "A file for the ATT&CK Navigator, with the annotations of an imported layer.",
  request: { params: layerParams },
  responses: { 200: jsonContent("A layer in format 4.5.", navigatorLayerSchema) },
});

const importRoute = defineRoute({
  method: "post",
  path: "/api/layers/import",
  role: "analyst",
  before: [limitRate("imports")],
  tags,
  summary: "Import an ATT&CK Navigator layer",
  problems: [...RELEASE_PROBLEMS],
  description:
    "Layer formats 3.0 to 4.5. Scores, colors, comments, tactics, metadata and links are kept for exports.",
  request: { query: z.object(layerQuery), body: layerFile },
  responses: {
    201: jsonContent("The imported layer, and what was not kept.", importedLayerSchema),
  },
});

/** Mounts layers, which are saved technique sets, and set operations on them. */
export function mountLayers(app: App<LayerDeps & RateLimitDeps>): void {
  mountReading(app);
  mountChanging(app);
  mountCombination(app);
}

function mountReading(app: App<LayerDeps & RateLimitDeps>): void {
  app.openapi(listRoute, async (c) => {
    const query = c.req.valid("query");
    const { items, total } = await listLayers(c.var.deps, query);
    setPageHeaders(c, query, total);
    return c.json(items, 200);
  });
  app.openapi(readRoute, async (c) => {
    const layer = await readLayer(c.var.deps, c.req.valid("param").layer_id);
    return c.json(await answerOf(c.var.deps, layer), 200, { ETag: layerEtag(layer) });
  });
  app.openapi(navigatorRoute, async (c) => {
    const { layer_id: id } = c.req.valid("param");
    const layer = await readLayer(c.var.deps, id);
    const name = exportFileName(layer.name, id, { fallback: "layer", extension: "json" });
    return c.json(writeNavigator(layer) as NavigatorFile, 200, attachmentHeaders(name));
  });
}

function mountChanging(app: App<LayerDeps & RateLimitDeps>): void {
  app.openapi(saveRoute, async (c) => {
    const { name } = currentActor(c.var.identity);
    const input = { ...c.req.valid("query"), ...c.req.valid("json") };
    const layer = await saveLayer(c.var.deps, name, input);
    return c.json(await answerOf(c.var.deps, layer), 201, { ETag: layerEtag(layer) });
  });
  app.openapi(replaceRoute, async (c) => {
    const { name } = currentActor(c.var.identity);
    const input = { ...c.req.valid("query"), ...c.req.valid("json") };
    const { layer_id: id } = c.req.valid("param");
    const ifMatch = c.req.valid("header")["if-match"];
    const layer = await replaceLayer(c.var.deps, name, id, input, ifMatch);
    return c.json(await answerOf(c.var.deps, layer), 200, { ETag: layerEtag(layer) });
  });
  app.openapi(deleteRoute, async (c) => {
    const { name } = currentActor(c.var.identity);
    const ifMatch = c.req.valid("header")["if-match"];
    await deleteLayer(c.var.deps, name, c.req.valid("param").layer_id, ifMatch);
    return c.body(null, 204);
  });
  app.openapi(migrateRoute, async (c) => {
    const { name } = currentActor(c.var.identity);
    const { layer_id: id } = c.req.valid("param");
    return c.json(await migrateLayer(c.var.deps, name, id, c.req.valid("query")), 200);
  });
  app.openapi(importRoute, async (c) => {
    const { name } = currentActor(c.var.identity);
    const bytes = await bufferBody(c, c.var.deps.settings.MAX_JSON_BYTES);
    if (bytes.byteLength === 0) {
      throw new AppError("invalid_json", "The request needs a JSON body.");
    }
    const imported = importLayer(c.var.deps, name, bytes, c.req.valid("query"));
    return c.json(await imported.catch(toFieldErrors), 201);
  });
}

async function answerOf(deps: LayerDeps, layer: LayerRow): Promise<Layer> {
  return toLayer(layer, await deps.knownIds.open());
}

function toFieldErrors(error: unknown): never {
  throw error instanceof ShapeError ? toValidationError(error.issues) : error;
}
