import { csvDownload, download, ndjsonDownload } from "../../../platform/http/download.ts";
import { type App, defineRoute } from "../../../platform/http/router.ts";
import { limitRate } from "../../../platform/rate-limits/rate-limit.ts";
import { z } from "zod";
import type { ObservableDeps } from "../deps.ts";
import type { ObservableRoomDeps } from "../value-page/deps.ts";
import { exportObservables, exportPlain } from "../export-observables.ts";
import { filterOf } from "../params.ts";
import { observableSchema } from "../schema.ts";
import { BLOCKABLE_ROLES } from "../roles.ts";
import { CSV_COLUMNS } from "./columns.ts";
import { mispLines } from "./misp-lines.ts";
import { defanged, plainLines } from "./plain-lines.ts";
import { type ExportQuery, exportQuerySchema } from "./schema.ts";
import { stixLines } from "./stix-lines.ts";
import { viewed } from "./viewed.ts";

const eventSchema = z
  .looseObject({
    info: z.string().meta({ description: "Title of the event.", example: "Observables" }),
  })
  .meta({ description: "Event of MISP's core format." });

const exportRoute = defineRoute({
  method: "get",
  role: "viewer",
  tags: ["Observables"],
  path: "/api/pipeline/observables/export",
  before: [limitRate("exports")],
  summary: "Export observables",
  description: "All that match the filters, without paging; suppressed values are left out.",
  request: { query: exportQuerySchema },
  responses: {
    200: {
      description: "All of them, streamed, one observable a line.",
      content: {
        "application/x-ndjson": { schema: observableSchema },
        "text/csv": { schema: z.string(), example: `${CSV_COLUMNS.join(",")}\r\n` },
        "application/stix+json": {
          schema: z.looseObject({
            type: z.string().meta({ description: "Always `bundle`.", example: "bundle" }),
          }),
          example: {
            type: "bundle",
            id: "bundle--5f0c7a52-2f4e-4c0b-9a55-0b1f2f6f3a11",
            objects: [],
          },
        },
        "application/json": {
          schema: z.looseObject({ Event: eventSchema }),
          example: { Event: { info: "Observables of tradecraft", Attribute: [] } },
        },
        "text/plain": { schema: z.string(), example: "evil.example\n" },
      },
    },
  },
});

/** Mounts the export of observables for other programs. Each format is streamed in constant memory. */
export function mountObservableExport(app: App<ObservableRoomDeps>): void {
  app.openapi(exportRoute, (c) => toResponse(c.var.deps, c.req.valid("query")));
}

function toResponse(deps: ObservableDeps, { format, defang, ...query }: ExportQuery): Response {
  const filter = filterOf(query);
  const now = deps.now();
  if (format === "txt") {
    // By default, a firewall list contains only what can currently be blocked.
    const role = filter.role ?? BLOCKABLE_ROLES;
    const rows = exportPlain(deps, { ...filter, role, active: filter.active ?? true });
    const type = "text/plain; charset=utf-8";
    return download("observables.txt", type, plainLines(rows, defang));
  }
  const rows = exportObservables(deps, filter);
  if (format === "stix") {
    const type = "application/stix+json;version=2.1";
    return download("observables.stix.json", type, stixLines(rows, deps.newId()));
  }
  if (format === "misp") {
    const type = "application/json; charset=utf-8";
    return download("observables.misp.json", type, mispLines(rows, deps.newId(), now));
  }
  const shown = viewed(defang ? defanged(rows) : rows, now);
  return format === "csv"
    ? csvDownload("observables.csv", CSV_COLUMNS, shown)
    : ndjsonDownload("observables.ndjson", shown);
}
