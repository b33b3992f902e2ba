import { z } from "zod";
import type { RateLimitDeps } from "../../../platform/rate-limits/deps.ts";
import type { ExportDeps } from "../deps.ts";
import { attachmentHeaders } from "../../../platform/http/attachment.ts";
import { jsonContent } from "../../../platform/http/json-content.ts";
import { uuidParam } from "../../../platform/http/params.ts";
import { limitRate } from "../../../platform/rate-limits/rate-limit.ts";
import { type App, defineRoute } from "../../../platform/http/router.ts";
import { STIX_EXAMPLE } from "../stix/media-type.ts";
import { mispEventSchema } from "../misp/schema.ts";
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

const attackFlowRoute = defineRoute({
  ...exporting,
  path: "/api/export/analysis/{session_id}/attack-flow",
  summary: "Export a session as an Attack Flow",
  problems: ["analysis_failed", "conflict"],
  responses: {
    202: processing,
    200: {
      description:
        "A STIX bundle with an Attack Flow 2.0.0: an action for each technique with its passage, in the order in which the report describes them.",
      content: {
        "application/stix+json": {
          schema: z.looseObject({
            type: z.string().meta({ description: "Always `bundle`." }),
          }),
          example: STIX_EXAMPLE,
        },
      },
    },
  },
});

const builderRoute = defineRoute({
  ...exporting,
  path: "/api/export/analysis/{session_id}/attack-flow-builder",
  summary: "Export a session as a file of the Attack Flow Builder",
  problems: ["analysis_failed", "conflict"],
  responses: {
    202: processing,
    200: {
      description: "The same flow as a file (`.afb`) that the Attack Flow Builder 3 opens.",
      content: {
        "application/json": {
          schema: z.looseObject({
            schema: z.string().meta({ description: "Version of the file: `attack_flow_v2`." }),
          }),
        },
      },
    },
  },
});

const mispRoute = defineRoute({
  ...exporting,
  path: "/api/export/analysis/{session_id}/misp",
  summary: "Export a session as a MISP event",
  problems: ["analysis_failed"],
  responses: {
    202: processing,
    200: jsonContent(
      "An event of MISP's core format: techniques, groups and software as galaxies, observables as attributes, evidence as notes, the marking as a tag.",
      mispEventSchema,
    ),
  },
});

/** Mounts exports of a session for other programs: STIX, MISP, ATT&CK Navigator, CSV, Markdown and Attack Flow. */
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
  app.openapi(mispRoute, async (c) => {
    const exported = await exportSession(c.var.deps, c.req.valid("param").session_id, "misp");
    return exported === null ? c.json(PROCESSING, 202) : serve(exported);
  });
  app.openapi(markdownRoute, async (c) => {
    const exported = await exportSession(c.var.deps, c.req.valid("param").session_id, "markdown");
    return exported === null ? c.json(PROCESSING, 202) : serve(exported);
  });
  app.openapi(attackFlowRoute, async (c) => {
    const exported = await exportSession(
      c.var.deps,
      c.req.valid("param").session_id,
      "attack-flow",
    );
    return exported === null ? c.json(PROCESSING, 202) : serve(exported);
  });
  app.openapi(builderRoute, async (c) => {
    const { session_id: id } = c.req.valid("param");
    const exported = await exportSession(c.var.deps, id, "attack-flow-builder");
    return exported === null ? c.json(PROCESSING, 202) : serve(exported);
  });
}

/** Serves the stored file. Its type is `never`, since typed JSON routes support only values, not bytes. */
function serve({ bytes, filename, mediaType }: SessionExport): never {
  const headers = { "Content-Type": mediaType, ...attachmentHeaders(filename) };
  return new Response(bytes, { headers }) as never;
}
