import { z } from "zod";
import { releaseQuery } from "../../../knowledge/attack/params.ts";
import { attachment } from "../../../platform/http/attachment.ts";
import { etagHeader, ifMatchHeader } from "../../../platform/http/if-match.ts";
import { jsonBody, jsonContent } from "../../../platform/http/json-content.ts";
import { wholeNumberParam } from "../../../platform/http/pagination.ts";
import { bufferBody } from "../../../platform/http/read-body.ts";
import { type App, currentActor, defineRoute } from "../../../platform/http/router.ts";
import type { RateLimitDeps } from "../../../platform/rate-limits/deps.ts";
import { limitRate } from "../../../platform/rate-limits/rate-limit.ts";
import type { LogSourceDeps } from "./deps.ts";
import { exportDettect } from "./dettect/export-dettect.ts";
import { importDettect, type ImportMode } from "./dettect/import-dettect.ts";
import { readInventory } from "./read-inventory.ts";
import { inventoryEtag, replaceInventory } from "./replace-inventory.ts";
import { dettectImportSchema, inventoryInputSchema, inventorySchema } from "./schema.ts";

const tags = ["Coverage"];
const PATH = "/api/coverage/log-sources";
const release = z.object(releaseQuery);
const yaml = { "application/yaml": { schema: z.string(), example: "version: 1.1\n" } };
/** Described, not validated: the file has a separate parser. */
const file = {
  required: true,
  content: { "application/yaml": { schema: { type: "string" } } },
} as const;

const readRoute = defineRoute({
  method: "get",
  path: PATH,
  role: "viewer",
  tags,
  summary: "Get the log inventory",
  description: "What the team collects, and which of its names the release does not have.",
  problems: ["unknown_domain", "version_not_found"],
  request: { query: release },
  responses: {
    200: {
      ...jsonContent("The inventory; empty before the first change.", inventorySchema),
      headers: etagHeader,
    },
  },
});

const replaceRoute = defineRoute({
  method: "put",
  path: PATH,
  role: "analyst",
  before: [limitRate("writes")],
  tags,
  summary: "Replace the log inventory",
  description:
    "The whole list takes the place of the one before. Names that the release does not have are kept and named in `warnings`; two entries with the same kind, name, channels and platforms are refused. The list as it is already changes nothing.",
  problems: ["conflict", "unknown_domain", "version_not_found"],
  request: { headers: ifMatchHeader, query: release, body: jsonBody(inventoryInputSchema) },
  responses: {
    200: { ...jsonContent("The inventory as it is now.", inventorySchema), headers: etagHeader },
  },
});

const exportRoute = defineRoute({
  method: "get",
  path: `${PATH}/dettect`,
  role: "viewer",
  before: [limitRate("exports")],
  tags,
  summary: "Export the log inventory for DeTT&CT",
  description:
    "A data source administration (version 1.1): each entry under the data components that it feeds in the release. Importing the file gives the same inventory.",
  problems: ["unknown_domain", "version_not_found", "knowledge_base_empty"],
  request: { query: release },
  responses: { 200: { description: "A YAML file.", content: yaml } },
});

const importing = {
  path: `${PATH}/dettect`,
  role: "analyst" as const,
  before: [limitRate("imports")],
  tags,
  problems: [
    "conflict",
    "unknown_domain",
    "version_not_found",
    "body_too_large",
    "body_too_slow",
    "body_incomplete",
    "service_busy",
  ] as const,
  request: {
    headers: ifMatchHeader,
    query: z.object({
      ...releaseQuery,
      revision: wholeNumberParam(0, 999_999_999).optional().meta({
        description:
          "Revision of the inventory that the file is meant for; 409 if it changed since.",
      }),
    }),
    body: file,
  },
  responses: {
    200: {
      ...jsonContent("The inventory as it is now, and what was left out.", dettectImportSchema),
      headers: etagHeader,
    },
  },
};

const replaceByFileRoute = defineRoute({
  ...importing,
  method: "put",
  summary: "Replace the log inventory by a file of DeTT&CT",
  description:
    "A data source administration in YAML (versions 1.0 and 1.1). Data sources become entries of kind `component`; what the file lists as not available is passed over and named.",
});

const addFileRoute = defineRoute({
  ...importing,
  method: "post",
  summary: "Add a file of DeTT&CT to the log inventory",
  description:
    "As with PUT, but entries that are there stay, and those that say the same are merged.",
});

/** Mounts the log inventory. */
export function mountLogSources(app: App<LogSourceDeps & RateLimitDeps>): void {
  app.openapi(readRoute, async (c) => {
    const inventory = await readInventory(c.var.deps, c.req.valid("query"));
    return c.json(inventory, 200, { ETag: inventoryEtag(inventory) });
  });
  app.openapi(replaceRoute, async (c) => {
    const actor = currentActor(c.get("identity")).name;
    const { deps } = c.var;
    const query = c.req.valid("query");
    const ifMatch = c.req.valid("header")["if-match"];
    const replacement = { ...c.req.valid("json"), ifMatch };
    const inventory = await replaceInventory(deps, actor, replacement, query);
    return c.json(inventory, 200, { ETag: inventoryEtag(inventory) });
  });
  app.openapi(exportRoute, async (c) =>
    attachment(
      await exportDettect(c.var.deps, c.req.valid("query")),
      "application/yaml; charset=utf-8",
      "log-sources.dettect.yaml",
    ),
  );
  const take = (mode: ImportMode, route: typeof addFileRoute | typeof replaceByFileRoute) =>
    app.openapi(route as typeof addFileRoute, async (c) => {
      const { deps } = c.var;
      const bytes = await bufferBody(c, deps.settings.MAX_JSON_BYTES);
      const actor = currentActor(c.get("identity")).name;
      const ifMatch = c.req.valid("header")["if-match"];
      const query = { ...c.req.valid("query"), ifMatch, mode };
      const inventory = await importDettect(deps, actor, bytes, query);
      return c.json(inventory, 200, { ETag: inventoryEtag(inventory) });
    });
  take("replace", replaceByFileRoute);
  take("add", addFileRoute);
}
