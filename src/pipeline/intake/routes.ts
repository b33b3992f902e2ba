import { z } from "zod";
import type { RateLimitDeps } from "../../platform/rate-limits/deps.ts";
import type { IntakeDeps } from "./deps.ts";
import { csvDownload, ndjsonDownload } from "../../platform/http/download.ts";
import { jsonBody, jsonContent, jsonList } from "../../platform/http/json-content.ts";
import { growingListQuery, setPageHeaders } from "../../platform/http/pagination.ts";
import { uuidParam } from "../../platform/http/params.ts";
import { countRate, limitRate } from "../../platform/rate-limits/rate-limit.ts";
import { RELEASE_PROBLEMS } from "../../platform/http/route-problems.ts";
import { type App, currentActor, defineRoute } from "../../platform/http/router.ts";
import { addReport } from "./add-report.ts";
import { deleteReport } from "./delete-report.ts";
import { changeMany } from "./change-many.ts";
import { changeReport } from "./change-report.ts";
import { promoteReport } from "./promote-report.ts";
import { exportReports, REPORT_COLUMNS } from "./export-reports.ts";
import { listReports } from "./list-reports.ts";
import { reportFilters, sortParam } from "./params.ts";
import { readReport } from "./read-report.ts";
import { readReportText } from "./read-report-text.ts";
import {
  bulkOrderSchema,
  bulkResultSchema,
  countsSchema,
  newReportSchema,
  promotionSchema,
  reportChangeSchema,
  reportDetailSchema,
  reportSchema,
} from "./schema.ts";

const PATH = "/api/pipeline/intake";
const idParams = z.object({ id: uuidParam });
/** Returns whether a filter is set that is checked row by row. */
const isSearch = (query: Record<string, string | undefined>) =>
  ["q", "names"].some((name) => (query[name] ?? "").trim() !== "");
const reading = { method: "get" as const, role: "viewer" as const, tags: ["Intake"] };
const changing = {
  role: "analyst" as const,
  tags: ["Intake"],
  before: [limitRate("writes")],
};

const listRoute = defineRoute({
  ...reading,
  path: PATH,
  before: [limitRate("searches", isSearch)],
  summary: "List collected reports",
  description: "Those of feeds and imports, and those entered by hand.",
  request: { query: z.object({ ...growingListQuery, ...reportFilters, sort: sortParam }) },
  responses: { 200: jsonList("Reports in the order of `sort`.", reportSchema) },
});

const countRoute = defineRoute({
  ...reading,
  path: `${PATH}/counts`,
  summary: "Get the number of collected reports",
  description: "The number of reports in each state.",
  request: {},
  responses: { 200: jsonContent("The number of reports in each state.", countsSchema) },
});

const exportRoute = defineRoute({
  ...reading,
  path: `${PATH}/export`,
  before: [limitRate("exports")],
  summary: "Export collected reports",
  description: "All that match the filters, without paging.",
  request: {
    query: z.object({ ...reportFilters, format: z.enum(["ndjson", "csv"]).default("ndjson") }),
  },
  responses: {
    200: {
      description: "All of them, streamed, one report a line.",
      content: {
        "application/x-ndjson": { schema: reportSchema },
        "text/csv": { schema: z.string(), example: `${REPORT_COLUMNS.join(",")}\r\n` },
      },
    },
  },
});

const addRoute = defineRoute({
  ...changing,
  method: "post",
  path: PATH,
  summary: "Add a report",
  description:
    "Adds a report by hand. Fails with 409 if a report with the same URL or title exists.",
  problems: ["conflict"],
  request: { body: jsonBody(newReportSchema) },
  responses: { 201: jsonContent("The new report, with the status pending.", reportDetailSchema) },
});

const readRoute = defineRoute({
  ...reading,
  path: `${PATH}/{id}`,
  summary: "Get a collected report",
  description:
    "With the techniques, groups and observables that it mentions, and where else it came from.",
  request: { params: idParams },
  responses: { 200: jsonContent("The requested report.", reportDetailSchema) },
});

const readTextRoute = defineRoute({
  ...reading,
  path: `${PATH}/{id}/text`,
  summary: "Get the text of a collected report",
  description: "As an analyst, a feed or an import brought it.",
  request: { params: idParams },
  responses: {
    200: {
      description: "The text of the report.",
      content: {
        "text/plain": { schema: z.string(), example: "The email carried a PowerShell downloader." },
      },
    },
  },
});

const changeRoute = defineRoute({
  ...changing,
  method: "patch",
  path: `${PATH}/{id}`,
  summary: "Update a collected report",
  problems: ["invalid_transition", "role_required"],
  description:
    "States change from pending to reviewing, promoted or rejected; from reviewing to pending, promoted or rejected; from rejected to pending; and by an admin from promoted to reviewing.",
  request: { params: idParams, body: jsonBody(reportChangeSchema) },
  responses: { 200: jsonContent("The report, changed.", reportDetailSchema) },
});

const deleteRoute = defineRoute({
  ...changing,
  method: "delete",
  path: `${PATH}/{id}`,
  summary: "Delete a collected report",
  description:
    "With its text, and the observables that nothing else mentions unless an analyst added or confirmed them; its session stays. A source that still lists the report brings it in again: reject it to keep it out.",
  request: { params: idParams },
  responses: { 204: { description: "The report was deleted." } },
});

const promoteRoute = defineRoute({
  ...changing,
  method: "post",
  path: `${PATH}/{id}/promote`,
  summary: "Promote a report, and queue its analysis",
  description:
    "With `analyze` its analysis runs in the background and counts as one; its session is linked when it is complete.",
  problems: [
    ...RELEASE_PROBLEMS,
    "invalid_provider",
    "provider_not_configured",
    "invalid_transition",
    "conflict",
  ],
  request: { params: idParams, body: { content: jsonBody(promotionSchema).content } },
  responses: {
    200: jsonContent(
      "The report; `session_id` is set when its analysis is complete.",
      reportDetailSchema,
    ),
  },
});

const bulkRoute = defineRoute({
  ...changing,
  method: "post",
  path: `${PATH}/bulk`,
  summary: "Update many collected reports",
  description:
    "Rejects, postpones, reopens or promotes up to 500 reports. Each has a result and an entry in the audit trail, as if it were changed alone; one that cannot be changed does not stop the others. Each analysis counts as one.",
  problems: [...RELEASE_PROBLEMS, "invalid_provider", "provider_not_configured"],
  request: { body: jsonBody(bulkOrderSchema) },
  responses: {
    200: jsonContent(
      "One result for each report, in the order of `ids`.",
      z.array(bulkResultSchema),
    ),
  },
});

/** Mounts the intake: the queue of collected reports. */
export function mountIntake(app: App<IntakeDeps & RateLimitDeps>): void {
  mountReading(app);
  app.openapi(addRoute, async (c) => {
    const actor = currentActor(c.var.identity);
    return c.json(await addReport(c.var.deps, actor, c.req.valid("json")), 201);
  });
  app.openapi(bulkRoute, async (c) => {
    const actor = currentActor(c.var.identity);
    return c.json(await changeMany(c.var.deps, actor, c.req.valid("json")), 200);
  });
  app.openapi(changeRoute, async (c) => {
    const actor = currentActor(c.var.identity);
    const { id } = c.req.valid("param");
    return c.json(await changeReport(c.var.deps, actor, id, c.req.valid("json")), 200);
  });
  app.openapi(deleteRoute, async (c) => {
    await deleteReport(c.var.deps, currentActor(c.var.identity), c.req.valid("param").id);
    return c.body(null, 204);
  });
  app.openapi(promoteRoute, async (c) => {
    const actor = currentActor(c.var.identity);
    const { id } = c.req.valid("param");
    const promotion = c.req.valid("json");
    if (promotion.analyze) await countRate(c.var.deps, actor, "analyses");
    return c.json(await promoteReport(c.var.deps, actor, id, promotion), 200);
  });
}

function mountReading(app: App<IntakeDeps & RateLimitDeps>): void {
  app.openapi(listRoute, async (c) => {
    const query = c.req.valid("query");
    const { items, total } = await listReports(c.var.deps, query);
    setPageHeaders(c, query, total);
    return c.json(items, 200);
  });
  app.openapi(countRoute, async (c) => c.json(await c.var.deps.intake.countByState(), 200));
  app.openapi(exportRoute, (c) => {
    const { format, ...filter } = c.req.valid("query");
    const rows = exportReports(c.var.deps, filter);
    return format === "csv"
      ? csvDownload("intake.csv", REPORT_COLUMNS, rows)
      : ndjsonDownload("intake.ndjson", rows);
  });
  app.openapi(readRoute, async (c) => {
    return c.json(await readReport(c.var.deps, c.req.valid("param").id), 200);
  });
  app.openapi(readTextRoute, async (c) => {
    return c.text(await readReportText(c.var.deps, c.req.valid("param").id), 200);
  });
}
