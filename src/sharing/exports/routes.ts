import { z } from "zod";
import type { RateLimitDeps } from "../../platform/rate-limits/deps.ts";
import type { ExportDeps } from "./deps.ts";
import { attachmentHeaders } from "../../platform/http/attachment.ts";
import { jsonBody } from "../../platform/http/json-content.ts";
import { namedRelease, releaseOverride } from "../../knowledge/attack/params.ts";
import { uuidParam } from "../../platform/http/params.ts";
import { limitRate } from "../../platform/rate-limits/rate-limit.ts";
import { RELEASE_PROBLEMS } from "../../platform/http/route-problems.ts";
import { type App, defineRoute } from "../../platform/http/router.ts";
import { exportSession } from "./export-session.ts";
import { exportLayer } from "./export-layer.ts";
import { layerExportSchema } from "./schema.ts";

const pdf = {
  "application/pdf": { schema: z.string().meta({ format: "binary" }) },
};
// Viewers may export, since exports change nothing visible.
const exporting = {
  role: "viewer" as const,
  before: [limitRate("exports")],
  tags: ["Export"],
};

const analysisRoute = defineRoute({
  ...exporting,
  method: "get",
  path: "/api/export/analysis/{session_id}",
  summary: "Export a session as PDF",
  problems: ["analysis_failed"],
  description:
    "A report to send on: summary, kill chain, techniques with evidence and review, what the report names, leads, method and limits; its marking (TLP 2.0) on every page. Excludes rejected techniques. The PDF of an unchanged session is made once and stored with the session; it answers also after the session's release was removed.",
  request: { params: z.object({ session_id: uuidParam }) },
  responses: {
    200: { description: "The PDF, which browsers show in place.", content: pdf },
    202: {
      description: "The report is still being analyzed.",
      content: { "application/json": { schema: z.object({ status: z.literal("processing") }) } },
    },
  },
});

const layerRoute = defineRoute({
  ...exporting,
  method: "post",
  path: "/api/export/layer",
  summary: "Export a technique set as PDF",
  description:
    "Each technique with its name, tactics and platforms; ids that the release does not have are in a section of their own.",
  problems: [...RELEASE_PROBLEMS],
  request: { query: z.object(releaseOverride), body: jsonBody(layerExportSchema) },
  responses: { 200: { description: "The PDF, which browsers show in place.", content: pdf } },
});

/** Mounts exports of sessions and technique sets. */
export function mountExports(app: App<ExportDeps & RateLimitDeps>): void {
  app.openapi(analysisRoute, async (c) => {
    const exported = await exportSession(c.var.deps, c.req.valid("param").session_id, "pdf");
    if (exported === null) return c.json({ status: "processing" as const }, 202);
    return pdfResponse(exported.bytes, exported.filename);
  });
  app.openapi(layerRoute, async (c) => {
    const { technique_ids, ...named } = c.req.valid("json");
    const layer = { technique_ids, ...namedRelease(named, c.req.valid("query")) };
    return pdfResponse(await exportLayer(c.var.deps, layer), "layer.pdf");
  });
}

function pdfResponse(bytes: Uint8Array, filename: string): Response {
  return new Response(bytes, {
    headers: {
      "Content-Type": "application/pdf",
      ...attachmentHeaders(filename, "inline"),
    },
  });
}
