import { z } from "zod";
import { attachmentHeaders } from "../../../../platform/http/attachment.ts";
import { csvDownload } from "../../../../platform/http/download.ts";
import { type App, defineRoute } from "../../../../platform/http/router.ts";
import type { RateLimitDeps } from "../../../../platform/rate-limits/deps.ts";
import { limitRate } from "../../../../platform/rate-limits/rate-limit.ts";
import type { CoverageExportDeps } from "../deps.ts";
import { COVERAGE_PROBLEMS, coverageQuery } from "../params.ts";
import { readCoverage } from "../read-coverage.ts";
import { COVERAGE_COLUMNS, coverageRows } from "./coverage-csv.ts";
import { buildCoverageLayer } from "./coverage-navigator.ts";
import { toPrinted } from "./printed-coverage.ts";
import { renderCoverage } from "./render-coverage.ts";

const exporting = {
  method: "get" as const,
  role: "viewer" as const,
  before: [limitRate("exports")],
  tags: ["Coverage"],
  problems: [...COVERAGE_PROBLEMS],
  request: { query: z.object(coverageQuery) },
};

const navigatorRoute = defineRoute({
  ...exporting,
  path: "/api/coverage/navigator",
  summary: "Export coverage as an ATT&CK Navigator layer",
  description: "A color for each state, a legend, and the proof of each technique as its comment.",
  responses: {
    200: {
      description: "A layer in format 4.5.",
      content: { "application/json": { schema: z.looseObject({ name: z.string() }) } },
    },
  },
});

const csvRoute = defineRoute({
  ...exporting,
  path: "/api/coverage/csv",
  summary: "Export coverage as CSV",
  description: "A line for each technique; lists are joined by semicolons.",
  responses: {
    200: {
      description: "A CSV file (RFC 4180) in UTF-8 with a byte-order mark.",
      content: { "text/csv": { schema: z.string(), example: `${COVERAGE_COLUMNS.join(",")}\r\n` } },
    },
  },
});

const pdfRoute = defineRoute({
  ...exporting,
  path: "/api/coverage/pdf",
  summary: "Export coverage as PDF",
  description:
    "Numbers by state and by tactic, and techniques with their rules and log sources: 200 of them, those first that nothing sees.",
  responses: {
    200: {
      description: "The PDF, which browsers show in place.",
      content: { "application/pdf": { schema: z.string().meta({ format: "binary" }) } },
    },
  },
});

/** Coverage for other programs, and for readers. */
export function mountCoverageExports(app: App<CoverageExportDeps & RateLimitDeps>): void {
  app.openapi(navigatorRoute, async (c) => {
    const coverage = await readCoverage(c.var.deps, c.req.valid("query"));
    const layer = buildCoverageLayer(coverage);
    const headers = attachmentHeaders("coverage.navigator.json");
    return c.json(layer as { name: string } & Record<string, unknown>, 200, headers);
  });
  app.openapi(csvRoute, async (c) => {
    const coverage = await readCoverage(c.var.deps, c.req.valid("query"));
    return csvDownload("coverage.csv", COVERAGE_COLUMNS, coverageRows(coverage));
  });
  app.openapi(pdfRoute, async (c) => {
    const printed = toPrinted(await readCoverage(c.var.deps, c.req.valid("query")));
    const bytes = await renderCoverage(c.var.deps, printed);
    return new Response(new Uint8Array(bytes), {
      headers: {
        "Content-Type": "application/pdf",
        ...attachmentHeaders("coverage.pdf", "inline"),
      },
    });
  });
}
