import type { ExportDeps } from "./deps.ts";
import { buildAttackFlow } from "./flow/attack-flow-bundle.ts";
import { buildBuilderFile } from "./flow/builder-file.ts";
import { readFlow } from "./flow/read-flow.ts";
import { buildMispEvent } from "./misp/event.ts";
import { renderAnalysis } from "./render-analysis.ts";
import { buildMarkdownReport } from "./session/markdown-report.ts";
import { buildNavigatorLayer } from "./session/navigator-layer.ts";
import type { SessionReport } from "./session/read-session-report.ts";
import { buildStixBundle } from "./stix/bundle.ts";
import { STIX_MEDIA_TYPE } from "./stix/media-type.ts";
import { buildTechniquesCsv } from "./session/techniques-csv.ts";

export type ExportFormat =
  | "pdf"
  | "markdown"
  | "stix"
  | "navigator"
  | "csv"
  | "misp"
  | "attack-flow"
  | "attack-flow-builder";

/**
 * The writers of all formats, which use only the session, its stored text and the fonts, and the types of the files.
 */
export const SESSION_FORMATS: Record<
  ExportFormat,
  {
    make: (
      deps: Pick<ExportDeps, "readAsset" | "sessionFiles">,
      report: SessionReport,
    ) => string | Promise<string | Uint8Array>;
    mediaType: string;
    extension: string;
  }
> = {
  pdf: {
    make: renderAnalysis,
    mediaType: "application/pdf",
    extension: "pdf",
  },
  markdown: {
    make: (_, report) => buildMarkdownReport(report),
    mediaType: "text/markdown; charset=utf-8",
    extension: "md",
  },
  stix: {
    make: (_, report) => JSON.stringify(buildStixBundle(report)),
    mediaType: STIX_MEDIA_TYPE,
    extension: "stix.json",
  },
  navigator: {
    make: (_, report) => JSON.stringify(buildNavigatorLayer(report)),
    mediaType: "application/json",
    extension: "navigator.json",
  },
  csv: {
    make: (_, report) => buildTechniquesCsv(report),
    mediaType: "text/csv; charset=utf-8; header=present",
    extension: "csv",
  },
  "attack-flow": {
    make: async (deps, report) => JSON.stringify(buildAttackFlow(await readFlow(deps, report))),
    mediaType: "application/stix+json;version=2.1",
    extension: "attack-flow.json",
  },
  "attack-flow-builder": {
    make: async (deps, report) => JSON.stringify(buildBuilderFile(await readFlow(deps, report))),
    mediaType: "application/json",
    extension: "afb",
  },
  misp: {
    make: (_, report) => JSON.stringify(buildMispEvent(report)),
    mediaType: "application/json",
    extension: "misp.json",
  },
};
