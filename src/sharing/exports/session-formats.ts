import type { Assets } from "./pdf/fonts/font-files.ts";
import { renderAnalysis } from "./render-analysis.ts";
import { buildMarkdownReport } from "./session/markdown-report.ts";
import { buildNavigatorLayer } from "./session/navigator-layer.ts";
import type { SessionReport } from "./session/read-session-report.ts";
import { buildStixBundle } from "./stix/bundle.ts";
import { STIX_MEDIA_TYPE } from "./stix/media-type.ts";
import { buildTechniquesCsv } from "./session/techniques-csv.ts";

export type ExportFormat = "pdf" | "markdown" | "stix" | "navigator" | "csv";

/** How a form is made of a session and the fonts, and of nothing else; and what the file is. */
export const SESSION_FORMATS: Record<
  ExportFormat,
  {
    make: (assets: Assets, report: SessionReport) => string | Promise<Uint8Array>;
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
};
