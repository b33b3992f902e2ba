import { z } from "zod";
import type { RateLimitDeps } from "../../../platform/rate-limits/deps.ts";
import type { ExportDeps } from "../deps.ts";
import { attachment, attachmentHeaders } from "../../../platform/http/attachment.ts";
import { jsonContent } from "../../../platform/http/json-content.ts";
import { uuidParam } from "../../../platform/http/params.ts";
import { limitRate } from "../../../platform/rate-limits/rate-limit.ts";
import { RELEASE_PROBLEMS } from "../../../platform/http/route-problems.ts";
import { type App, defineRoute } from "../../../platform/http/router.ts";
import { sessionExportName } from "../session-export-name.ts";
import { buildMarkdownReport } from "./markdown-report.ts";
import { buildNavigatorLayer } from "./navigator-layer.ts";
import { readSessionReport } from "./read-session-report.ts";
import { buildStixBundle, type StixBundle } from "./stix-bundle.ts";
import { buildTechniquesCsv } from "./techniques-csv.ts";

const exporting = {
  method: "get" as const,
  role: "viewer" as const,
  before: [limitRate("exports")],
  tags: ["Export"],
  description:
    "Leaves out rejected techniques. The output of an unchanged session is identical byte for byte.",
  request: { params: z.object({ session_id: uuidParam }) },
};

const STIX_UUID = "5f0c7a52-2f4e-4c0b-9a55-0b1f2f6f3a11";
const PROCESSING = { status: "processing" as const };
const processing = jsonContent(
  "The report is still being analysed.",
  z.object({ status: z.literal("processing") }),
);

const stixRoute = defineRoute({
  ...exporting,
  path: "/api/export/analysis/{session_id}/stix",
  summary: "Export a session as a STIX 2.1 bundle",
  problems: [...RELEASE_PROBLEMS, "analysis_failed"],
  responses: {
    202: processing,
    200: {
      description:
        "A STIX bundle: a report with its techniques, the groups, software and vulnerabilities that it names, the techniques that its own evidence shows software to use, its observables, the evidence as notes, and its marking.",
      content: {
        "application/stix+json": {
          schema: z.looseObject({ type: z.string() }),
          example: { type: "bundle", id: `bundle--${STIX_UUID}`, objects: [] },
        },
      },
    },
  },
});

const navigatorRoute = defineRoute({
  ...exporting,
  path: "/api/export/analysis/{session_id}/navigator",
  summary: "Export a session as an ATT&CK Navigator layer",
  problems: [...RELEASE_PROBLEMS, "analysis_failed"],
  responses: {
    202: processing,
    200: {
      description:
        "A layer in format 4.5, with the confidence in percent as score and the evidence as comment.",
      content: { "application/json": { schema: z.looseObject({ name: z.string() }) } },
    },
  },
});

const csvRoute = defineRoute({
  ...exporting,
  path: "/api/export/analysis/{session_id}/csv",
  summary: "Export the techniques of a session as CSV",
  problems: [...RELEASE_PROBLEMS, "analysis_failed"],
  responses: {
    202: processing,
    200: {
      description: "A CSV file (RFC 4180) in UTF-8 with a byte-order mark.",
      content: {
        "text/csv": {
          schema: z.string(),
          example: "attack_id,name,tactic,confidence\r\nT1059.001,PowerShell,execution,0.93\r\n",
        },
      },
    },
  },
});

const markdownRoute = defineRoute({
  ...exporting,
  path: "/api/export/analysis/{session_id}/markdown",
  summary: "Export a session as a Markdown report",
  problems: [...RELEASE_PROBLEMS, "analysis_failed"],
  responses: {
    202: processing,
    200: {
      description: "A Markdown report with headings and tables; text from the report is escaped.",
      content: {
        "text/markdown": { schema: z.string(), example: "# Phishing at two banks\n" },
      },
    },
  },
});

/** Exports of a session for other programs: STIX, ATT&CK Navigator, CSV and Markdown. */
export function mountSessionExports(app: App<ExportDeps & RateLimitDeps>): void {
  app.openapi(stixRoute, async (c) => {
    const report = await readSessionReport(c.var.deps, c.req.valid("param").session_id);
    if (report === null) return c.json(PROCESSING, 202);
    const bundle = buildStixBundle(report);
    return c.json(bundle as StixBundle & Record<string, unknown>, 200, {
      "Content-Type": "application/stix+json;version=2.1",
      ...attachmentHeaders(sessionExportName(report, "stix.json")),
    });
  });
  app.openapi(navigatorRoute, async (c) => {
    const report = await readSessionReport(c.var.deps, c.req.valid("param").session_id);
    if (report === null) return c.json(PROCESSING, 202);
    const layer = buildNavigatorLayer(report);
    const headers = attachmentHeaders(sessionExportName(report, "navigator.json"));
    return c.json(layer as { name: string } & Record<string, unknown>, 200, headers);
  });
  app.openapi(csvRoute, async (c) => {
    const report = await readSessionReport(c.var.deps, c.req.valid("param").session_id);
    if (report === null) return c.json(PROCESSING, 202);
    const type = "text/csv; charset=utf-8; header=present";
    return attachment(buildTechniquesCsv(report), type, sessionExportName(report, "csv"));
  });
  app.openapi(markdownRoute, async (c) => {
    const report = await readSessionReport(c.var.deps, c.req.valid("param").session_id);
    if (report === null) return c.json(PROCESSING, 202);
    const type = "text/markdown; charset=utf-8";
    return attachment(buildMarkdownReport(report), type, sessionExportName(report, "md"));
  });
}
