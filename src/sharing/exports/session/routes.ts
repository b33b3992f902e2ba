import { z } from "zod";
import type { RateLimitDeps } from "../../../platform/rate-limits/deps.ts";
import type { ExportDeps } from "../deps.ts";
import { attachmentHeaders } from "../../../platform/http/attachment.ts";
import { jsonContent } from "../../../platform/http/json-content.ts";
import { uuidParam } from "../../../platform/http/params.ts";
import { limitRate } from "../../../platform/rate-limits/rate-limit.ts";
import { type App, defineRoute } from "../../../platform/http/router.ts";
import { STIX_EXAMPLE } from "../stix/media-type.ts";
import { exportSession, type SessionExport } from "../export-session.ts";

const exporting = {
  method: "get" as const,
  role: "viewer" as const,
  before: [limitRate("exports")],
  tags: ["Export"],
  description:
    "Excludes rejected techniques. The file of an unchanged session is made once and stored with the session.",
  request: { params: z.object({ session_id: uuidParam }) },
};

const PROCESSING = { status: "processing" as const };
const processing = jsonContent(
  "The report is still being analyzed.",
  z.object({ status: z.literal("processing") }),
);

const stixRoute = defineRoute({
  ...exporting,
  path: "/api/export/analysis/{session_id}/stix",
  summary: "Export a session as a STIX 2.1 bundle",
  problems: ["analysis_failed"],
  responses: {
    202: processing,
    200: {
      description:
        "A STIX bundle: a report with its techniques, the groups, campaigns, software and vulnerabilities that it names, its observables, the evidence as notes, its marking, and the relationships that its text states or a person accepted.",
      content: {
        "application/stix+json": {
          schema: z.looseObject({ type: z.string() }),
          example: STIX_EXAMPLE,
        },
      },
    },
  },
});

const navigatorRoute = defineRoute({
  ...exporting,
  path: "/api/export/analysis/{session_id}/navigator",
  summary: "Export a session as an ATT&CK Navigator layer",
  problems: ["analysis_failed"],
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
  problems: ["analysis_failed"],
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
  problems: ["analysis_failed"],
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
    const exported = await exportSession(c.var.deps, c.req.valid("param").session_id, "stix");
    return exported === null ? c.json(PROCESSING, 202) : serve(exported);
  });
  app.openapi(navigatorRoute, async (c) => {
    const exported = await exportSession(c.var.deps, c.req.valid("param").session_id, "navigator");
    return exported === null ? c.json(PROCESSING, 202) : serve(exported);
  });
  app.openapi(csvRoute, async (c) => {
    const exported = await exportSession(c.var.deps, c.req.valid("param").session_id, "csv");
    return exported === null ? c.json(PROCESSING, 202) : serve(exported);
  });
  app.openapi(markdownRoute, async (c) => {
    const exported = await exportSession(c.var.deps, c.req.valid("param").session_id, "markdown");
    return exported === null ? c.json(PROCESSING, 202) : serve(exported);
  });
}

/** The file as it is stored. Typed as nothing, for routes of JSON know only values, not bytes. */
function serve({ bytes, filename, mediaType }: SessionExport): never {
  const headers = { "Content-Type": mediaType, ...attachmentHeaders(filename) };
  return new Response(bytes, { headers }) as never;
}
