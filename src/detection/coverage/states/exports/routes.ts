import { z } from "zod";
import { attachment, attachmentHeaders } from "../../../../platform/http/attachment.ts";
import { csvDownload } from "../../../../platform/http/download.ts";
import { type App, defineRoute } from "../../../../platform/http/router.ts";
import type { RateLimitDeps } from "../../../../platform/rate-limits/deps.ts";
import { limitRate } from "../../../../platform/rate-limits/rate-limit.ts";
import type { CoverageExportDeps } from "../deps.ts";
import { COVERAGE_PROBLEMS, coverageQuery } from "../params.ts";
import { readCoverage } from "../read-coverage.ts";
import { COVERAGE_COLUMNS, coverageRows } from "./coverage-csv.ts";
import { writeTechniqueAdministration } from "./coverage-dettect.ts";
import { buildCoverageLayer } from "./coverage-navigator.ts";
import { toPrinted } from "./printed-coverage.ts";
import { renderCoverage } from "./render-coverage.ts";
import { exportCoverageStix } from "./stix/export-stix.ts";

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

const stixRoute = defineRoute({
  ...exporting,
  path: "/api/coverage/stix",
  summary: "Export coverage as a STIX 2.1 bundle for OpenCTI",
  description: [
    "Each set is an object with OpenCTI's Security Coverage: a session is its report, a group an intrusion set, a campaign itself, and layers, techniques and whole releases are groupings.",
    "A `has-covered` relationship gives the detection score of each technique: 100 if it is proven, 50 if a rule should fire, else 0.",
  ].join(" "),
  responses: {
    200: {
      description: "A STIX bundle that OpenCTI imports from version 6.8.9 on.",
      content: {
        "application/stix+json": {
          schema: z.looseObject({ type: z.string() }),
          example: {
            type: "bundle",
            id: "bundle--5f0c7a52-2f4e-4c0b-9a55-0b1f2f6f3a11",
            objects: [],
          },
        },
      },
    },
  },
});

const dettectRoute = defineRoute({
  ...exporting,
  path: "/api/coverage/dettect",
  summary: "Export coverage as a technique administration of DeTT&CT",
  description:
    "A technique administration (version 1.2): the detection score of each technique is 2 if it is proven, 1 if a rule should fire, else -1, with the titles of its rules as location. The visibility score follows from the log sources that are collected.",
  responses: {
    200: {
      description: "A YAML file.",
      content: { "application/yaml": { schema: z.string(), example: "version: 1.2\n" } },
    },
  },
});

/** Mounts the coverage exports for other programs and for readers. */
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
  app.openapi(stixRoute, async (c) => {
    const bundle = await exportCoverageStix(c.var.deps, c.req.valid("query"));
    const headers = attachmentHeaders("coverage.stix.json");
    return c.json({ ...bundle }, 200, {
      ...headers,
      "Content-Type": "application/stix+json",
    });
  });
  app.openapi(dettectRoute, async (c) => {
    const { deps } = c.var;
    const coverage = await readCoverage(deps, c.req.valid("query"));
    const file = writeTechniqueAdministration(coverage, deps.now());
    return attachment(file, "application/yaml; charset=utf-8", "coverage.dettect.yaml");
  });
}
