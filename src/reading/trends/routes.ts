import { z } from "zod";
import { csvDownload } from "../../platform/http/download.ts";
import { jsonContent, jsonList } from "../../platform/http/json-content.ts";
import { setPageHeaders } from "../../platform/http/pagination.ts";
import { type App, defineRoute } from "../../platform/http/router.ts";
import type { RateLimitDeps } from "../../platform/rate-limits/deps.ts";
import { limitRate } from "../../platform/rate-limits/rate-limit.ts";
import type { TrendDeps } from "./deps.ts";
import { listTrendReports } from "./list-trend-reports.ts";
import { newQuerySchema, trendReportsQuerySchema, trendsQuerySchema } from "./params.ts";
import { readNew } from "./read-new.ts";
import { readTrends } from "./read-trends.ts";
import { newSchema, trendReportSchema, trendsSchema } from "./schema.ts";
import { trendColumns, trendLines } from "./trend-lines.ts";

const route = {
  method: "get" as const,
  role: "viewer" as const,
  tags: ["Trends"],
  problems: ["unknown_domain"] as const,
};

const trendsRoute = defineRoute({
  ...route,
  path: "/api/trends",
  before: [limitRate("computations")],
  summary: "Get trends",
  description: [
    "Counts in how many reports of each week or month the most named techniques, groups, software or vulnerabilities are, next to the span before.",
    "A report counts once, on the day that it was published, else on that of its last revision, else of the latest activity that it describes, else of its analysis; `dated_by` has how many take which.",
    "Rejected techniques, names given only for comparison, and texts that describe no adversary do not count.",
  ].join(" "),
  request: { query: trendsQuerySchema },
  responses: { 200: jsonContent("The trends, items of most reports first.", trendsSchema) },
});

const csvRoute = defineRoute({
  ...route,
  path: "/api/trends/csv",
  before: [limitRate("exports")],
  summary: "Export trends as CSV",
  description: "A line for each item, with a column for each period, named after its first day.",
  request: { query: trendsQuerySchema },
  responses: {
    200: {
      description: "A CSV file (RFC 4180) in UTF-8 with a byte-order mark.",
      content: {
        "text/csv": {
          schema: z.string(),
          example:
            "id,name,first_seen,total,previous,2026-11-16\r\nT1059.001,PowerShell,2026-11-16,5,2,5\r\n",
        },
      },
    },
  },
});

const newRoute = defineRoute({
  ...route,
  path: "/api/trends/new",
  before: [limitRate("computations")],
  summary: "List what is new in reports",
  description:
    "Techniques, groups, software and vulnerabilities whose first report, by its day, is of the last seven days.",
  request: { query: newQuerySchema },
  responses: { 200: jsonContent("What no earlier report names.", newSchema) },
});

const reportsRoute = defineRoute({
  ...route,
  path: "/api/trends/reports",
  before: [limitRate("computations")],
  summary: "List the reports behind a trend",
  description: "The reports of a span that name an item, with the day that each counts for.",
  request: { query: trendReportsQuerySchema },
  responses: { 200: jsonList("Reports, newest first.", trendReportSchema) },
});

/** Routes for trends of what reports name. */
export function mountTrends(app: App<TrendDeps & RateLimitDeps>): void {
  app.openapi(trendsRoute, async (c) =>
    c.json(await readTrends(c.var.deps, c.req.valid("query")), 200),
  );
  app.openapi(csvRoute, async (c) => {
    const trends = await readTrends(c.var.deps, c.req.valid("query"));
    const name = `trends-${trends.of}-${trends.since}-${trends.until}.csv`;
    return csvDownload(name, trendColumns(trends), trendLines(trends));
  });
  app.openapi(newRoute, async (c) => c.json(await readNew(c.var.deps, c.req.valid("query")), 200));
  app.openapi(reportsRoute, async (c) => {
    const query = c.req.valid("query");
    const { items, total } = await listTrendReports(c.var.deps, query);
    setPageHeaders(c, query, total);
    return c.json(items, 200);
  });
}
