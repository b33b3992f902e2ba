import type { Context as HonoContext } from "hono";
import type { RateLimitDeps } from "../../platform/rate-limits/deps.ts";
import type { ImportDeps } from "./deps.ts";
import { z } from "zod";
import { releaseQuery, versionParam } from "../../knowledge/attack/params.ts";
import { jsonContent, jsonList } from "../../platform/http/json-content.ts";
import { growingListQuery, setPageHeaders } from "../../platform/http/pagination.ts";
import { booleanParam, uuidParam } from "../../platform/http/params.ts";
import { RELEASE_PROBLEMS } from "../../platform/http/route-problems.ts";
import { limitRate } from "../../platform/rate-limits/rate-limit.ts";
import { streamBody } from "../../platform/http/read-body.ts";
import { type App, type AppEnv, currentActor, defineRoute } from "../../platform/http/router.ts";
import { importMlMatrix } from "./import-ml-matrix.ts";
import { importSharingEvents } from "./import-sharing-events.ts";
import { importStix } from "./import-stix.ts";
import { listImports } from "./list-imports.ts";
import { listReceipts } from "./list-receipts.ts";
import { readImport } from "./read-import.ts";
import type { ImportBody } from "./run-import.ts";
import {
  importResultSchema,
  importSchema,
  matrixResultSchema,
  receiptOutcomeSchema,
  receiptSchema,
} from "./schema.ts";

const dryRun = booleanParam(false).meta({
  description: "Only count what would be imported; nothing is stored.",
});
const release = {
  domain: releaseQuery.domain.meta({
    description: "Domain in which technique names and ids are looked up first.",
  }),
  version: versionParam.optional().meta({
    description:
      "Ingested release in which technique names and ids are resolved, such as 18.1; the current release if left out.",
  }),
};
const filename = z.string().trim().min(1).max(255).optional();
const named = {
  filename: filename.meta({
    description: "Name of the file, for the list of imports.",
    example: "events.json",
  }),
};
const importing = {
  method: "post" as const,
  role: "analyst" as const,
  before: [limitRate("imports")],
  tags: ["Imports"],
};
const requestOf = <T extends z.ZodRawShape>(query: T, description: string, example: object) => ({
  query: z.object({ dry_run: dryRun, ...query }),
  body: {
    description,
    content: {
      "application/octet-stream": {
        schema: { type: "string" as const, format: "binary" },
        example: JSON.stringify(example),
      },
    },
  },
});
const done = {
  200: jsonContent(
    "Counts of the imported objects, and the errors of the others.",
    importResultSchema,
  ),
};

const stixRoute = defineRoute({
  ...importing,
  path: "/api/pipeline/import/stix",
  summary: "Import a STIX bundle",
  description: [
    "Reports, notes, groupings, campaigns, intrusion sets and malware enter the intake. Indicators,",
    "observed data and cyber-observables become observables of the report that refers to them; those",
    "that no report refers to share one report for the bundle. A bad object does not stop the others.",
  ].join(" "),
  problems: ["input_required", "invalid_json", "not_stix", ...RELEASE_PROBLEMS],
  request: requestOf(
    {
      ...release,
      filename: filename.meta({
        description:
          "Name of the file. If the bundle has no name, it names the report for objects that no other report refers to.",
        example: "indicators.json",
      }),
    },
    "STIX 2.0 or 2.1 bundle, plain or gzip.",
    { type: "bundle", id: "bundle--5f0c7a52-2f4e-4c0b-9a55-0b1f2f6f3a11", objects: [] },
  ),
  responses: done,
});

const eventsRoute = (path: string) =>
  defineRoute({
    ...importing,
    path,
    summary: "Import sharing-platform events (MISP)",
    description:
      "Events with their attributes, objects, galaxies and tags enter the intake; a bad object does not stop the others.",
    problems: ["input_required", "invalid_json", "not_sharing_event", ...RELEASE_PROBLEMS],
    request: requestOf(
      { ...release, ...named },
      "An event as {Event}, {response: [...]}, an array of events or a bare event; plain or gzip.",
      {
        Event: { info: "Phishing at two banks", Attribute: [] },
      },
    ),
    responses: done,
  });

const matrixRoute = (path: string) =>
  defineRoute({
    ...importing,
    path,
    summary: "Import a machine-learning threat matrix (ATLAS)",
    description:
      "Adds each case study to the intake as a report with its techniques. An admin's import stores the techniques as a release of the domain atlas; if it cannot, warnings says why.",
    problems: ["input_required", "invalid_json", "not_ml_matrix", "not_stix", "unknown_domain"],
    request: requestOf(
      {
        version: z.string().max(32).optional().meta({
          description:
            "Release of the matrix, such as 5.6.0. Required to store the techniques if the file names none, as ATLAS's STIX bundle does not.",
        }),
        ...named,
      },
      "ATLAS data in JSON or YAML, an ATLAS STIX bundle, {techniques: []} or a case study; plain or gzip.",
      { techniques: [{ id: "AML.T0051", name: "LLM Prompt Injection" }] },
    ),
    responses: {
      200: jsonContent(
        "Counts of the imported objects, and the facts of the matrix.",
        matrixResultSchema,
      ),
    },
  });

const reading = { method: "get" as const, role: "viewer" as const, tags: ["Imports"] };
const idParams = z.object({ id: uuidParam });

const listRoute = defineRoute({
  ...reading,
  path: "/api/pipeline/imports",
  summary: "List imports",
  description: "Each import with its counts.",
  request: { query: z.object(growingListQuery) },
  responses: { 200: jsonList("Imports, newest first.", importSchema) },
});

const readRoute = defineRoute({
  ...reading,
  path: "/api/pipeline/imports/{id}",
  summary: "Get an import",
  description: "Returns the totals of the import; the receipts list the outcome of each object.",
  request: { params: idParams },
  responses: { 200: jsonContent("The import and its counts.", importSchema) },
});

const receiptsRoute = defineRoute({
  ...reading,
  path: "/api/pipeline/imports/{id}/receipts",
  summary: "List the outcome of each object of an import",
  description: "Objects that could not be imported are listed with the reason.",
  request: {
    params: idParams,
    query: z.object({ ...growingListQuery, outcome: receiptOutcomeSchema.optional() }),
  },
  responses: { 200: jsonList("Receipts, in the order of the import.", receiptSchema) },
});

/** Mounts imports from other platforms. The second path of a pair is its common name in the field. */
export function mountImports(app: App<ImportDeps & RateLimitDeps>): void {
  app.openapi(stixRoute, async (c) => {
    const actor = currentActor(c.var.identity);
    const { dry_run: isDry, filename: file, ...asked } = c.req.valid("query");
    const sent = { ...bodyOf(c, isDry), filename: file, release: asked };
    return c.json(await finishAnyway(c, importStix(c.var.deps, actor, sent)), 200);
  });
  for (const path of ["/api/pipeline/import/sharing_events", "/api/pipeline/import/misp"]) {
    app.openapi(eventsRoute(path), async (c) => {
      const actor = currentActor(c.var.identity);
      const { dry_run: isDry, filename: file, ...asked } = c.req.valid("query");
      const sent = { ...bodyOf(c, isDry), filename: file, release: asked };
      return c.json(await finishAnyway(c, importSharingEvents(c.var.deps, actor, sent)), 200);
    });
  }
  for (const path of ["/api/pipeline/import/ml_matrix", "/api/pipeline/import/atlas"]) {
    app.openapi(matrixRoute(path), async (c) => {
      const actor = currentActor(c.var.identity);
      const { dry_run: isDry, filename: file, version } = c.req.valid("query");
      const sent = { ...bodyOf(c, isDry), filename: file };
      const work = importMlMatrix(c.var.deps, actor, sent, version);
      return c.json(await finishAnyway(c, work), 200);
    });
  }
  mountReading(app);
}

function mountReading(app: App<ImportDeps & RateLimitDeps>): void {
  app.openapi(listRoute, async (c) => {
    const query = c.req.valid("query");
    const { items, total } = await listImports(c.var.deps, query);
    setPageHeaders(c, query, total);
    return c.json(items, 200);
  });
  app.openapi(readRoute, async (c) => {
    return c.json(await readImport(c.var.deps, c.req.valid("param").id), 200);
  });
  app.openapi(receiptsRoute, async (c) => {
    const query = c.req.valid("query");
    const { id } = c.req.valid("param");
    const { items, total } = await listReceipts(c.var.deps, id, query);
    setPageHeaders(c, query, total);
    return c.json(items, 200);
  });
}

/** Completes or cleans up a started import even if the client disconnects. */
function finishAnyway<T>(c: HonoContext, work: Promise<T>): Promise<T> {
  c.executionCtx.waitUntil(work.catch(() => undefined));
  return work;
}

function bodyOf(c: HonoContext<AppEnv<ImportDeps & RateLimitDeps>>, isDry: boolean): ImportBody {
  const gzip = /\bgzip\b/i.test(c.req.header("Content-Encoding") ?? "");
  return { body: streamBody(c), gzip, dryRun: isDry };
}
