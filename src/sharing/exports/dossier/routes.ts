import { z } from "zod";
import { attachment } from "../../../platform/http/attachment.ts";
import { uuidParam } from "../../../platform/http/params.ts";
import { type App, defineRoute } from "../../../platform/http/router.ts";
import { exportFileName } from "../../../platform/lib/export-file-name.ts";
import type { RateLimitDeps } from "../../../platform/rate-limits/deps.ts";
import { limitRate } from "../../../platform/rate-limits/rate-limit.ts";
import { readDossier } from "../../../reading/dossiers/read-dossier.ts";
import { dossierVersion } from "../../../reading/dossiers/params.ts";
import { type Dossier, dossierSchema } from "../../../reading/dossiers/schema.ts";
import type { ExportDeps } from "../deps.ts";
import { buildDossierCsv } from "./dossier-csv.ts";
import { STIX_EXAMPLE, STIX_MEDIA_TYPE } from "../stix/media-type.ts";
import { buildDossierMarkdown } from "./dossier-markdown.ts";
import { buildDossierStix } from "./dossier-stix.ts";

const FORMATS = ["markdown", "csv", "json", "stix"] as const;

/** The writer of each format, and the type of its file. */
const WRITERS: Record<
  (typeof FORMATS)[number],
  {
    write: (dossier: Dossier, deps: ExportDeps) => string | Promise<string>;
    mediaType: string;
    extension: string;
  }
> = {
  markdown: {
    write: buildDossierMarkdown,
    mediaType: "text/markdown; charset=utf-8",
    extension: "md",
  },
  csv: {
    write: buildDossierCsv,
    mediaType: "text/csv; charset=utf-8; header=present",
    extension: "csv",
  },
  json: {
    write: (dossier) => `${JSON.stringify(dossier, null, 2)}\n`,
    mediaType: "application/json; charset=utf-8",
    extension: "json",
  },
  stix: {
    write: async (dossier, deps) => JSON.stringify(await buildDossierStix(deps, dossier)),
    mediaType: STIX_MEDIA_TYPE,
    extension: "stix.json",
  },
};

const exportRoute = defineRoute({
  method: "get",
  path: "/api/dossiers/{dossier_id}/export",
  role: "viewer",
  before: [limitRate("exports")],
  tags: ["Dossiers"],
  summary: "Export a dossier",
  description:
    "A Markdown report, a CSV file with a line for each technique and session, the JSON of the dossier, or a STIX 2.1 bundle of all its sessions, as a file. Text from reports is escaped in Markdown and CSV. In STIX, techniques keep the ids of their sessions, whatever `version` says.",
  problems: ["version_not_found"],
  request: {
    params: z.object({ dossier_id: uuidParam }),
    query: z.object({
      format: z.enum(FORMATS).default("markdown").meta({
        description: "Form of the file.",
        example: "markdown",
      }),
      version: dossierVersion,
    }),
  },
  responses: {
    200: {
      description: "The dossier as a file.",
      content: {
        "text/markdown": { schema: z.string(), example: "# The harbour intrusions\n" },
        "text/csv": {
          schema: z.string(),
          example: "attack_id,name,tactic\r\nT1059.001,PowerShell,execution\r\n",
        },
        "application/json": { schema: dossierSchema },
        "application/stix+json": {
          schema: z.looseObject({
            type: z.string().meta({ description: "Always `bundle`.", example: "bundle" }),
          }),
          example: STIX_EXAMPLE,
        },
      },
    },
  },
});

/** Mounts the export of a dossier. */
export function mountDossierExport(app: App<ExportDeps & RateLimitDeps>): void {
  app.openapi(exportRoute, async (c) => {
    const { dossier_id: id } = c.req.valid("param");
    const { format, version } = c.req.valid("query");
    const { dossier } = await readDossier(c.var.deps, id, version);
    const { write, mediaType, extension } = WRITERS[format];
    const name = exportFileName(dossier.name, id, { fallback: "dossier", extension });
    return attachment(await write(dossier, c.var.deps), mediaType, name);
  });
}
