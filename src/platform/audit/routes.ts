import { z } from "zod";
import type { RateLimitDeps } from "../rate-limits/deps.ts";
import type { AuditDeps } from "./deps.ts";
import { ndjsonContent, ndjsonDownload } from "../http/download.ts";
import { jsonContent, jsonList } from "../http/json-content.ts";
import { growingListQuery, setPageHeaders } from "../http/pagination.ts";
import { limitRate } from "../rate-limits/rate-limit.ts";
import { type App, defineRoute } from "../http/router.ts";
import { exportAudit, listAudit } from "./list-audit.ts";
import {
  auditActionSchema,
  auditedObjectSchema,
  auditEntrySchema,
  auditVerdictSchema,
  exportLineSchema,
} from "./schema.ts";
import { verifyAudit } from "./verify-audit.ts";

const PATH = "/api/pipeline/audit";
const reading = { method: "get" as const, role: "viewer" as const, tags: ["Audit"] };
const time = z.iso
  .datetime({ offset: true, error: "must be a date and time such as 2026-01-31T00:00:00Z" })
  .transform((text) => new Date(text).toISOString())
  .optional();
const filters = {
  actor: z.string().max(255).optional(),
  action: auditActionSchema.optional(),
  object_type: auditedObjectSchema.optional(),
  object_id: z.string().max(255).optional(),
  since: time,
  until: time,
};

const listRoute = defineRoute({
  ...reading,
  path: PATH,
  // Counting the total reads the whole trail.
  before: [limitRate("searches")],
  summary: "List the audit trail",
  description: "Lists the actions with user, object and time.",
  request: { query: z.object({ ...growingListQuery, ...filters }) },
  responses: { 200: jsonList("Audit entries, newest first.", auditEntrySchema) },
});

const exportRoute = defineRoute({
  ...reading,
  path: `${PATH}/export`,
  before: [limitRate("exports")],
  summary: "Export the audit trail",
  description:
    "Exports the entries in order. The last line contains the number of entries and a MAC. `npm run verify-audit` verifies the file without this service.",
  request: { query: z.object(filters) },
  responses: {
    200: ndjsonContent("The audit entries in order, one per line.", exportLineSchema),
  },
});

const verifyRoute = defineRoute({
  ...reading,
  path: `${PATH}/verify`,
  before: [limitRate("verifications")],
  summary: "Verify the audit trail",
  description: "Checks the hash chain of all entries and reports the first invalid one.",
  responses: { 200: jsonContent("The result of the verification.", auditVerdictSchema) },
});

/** Mounts the routes of the audit trail. None of them changes it. */
export function mountAudit(app: App<AuditDeps & RateLimitDeps>): void {
  app.openapi(listRoute, async (c) => {
    const query = c.req.valid("query");
    const { items, total } = await listAudit(c.var.deps, query);
    setPageHeaders(c, query, total);
    return c.json(items, 200);
  });
  app.openapi(exportRoute, (c) =>
    ndjsonDownload("audit.ndjson", exportAudit(c.var.deps, c.req.valid("query"))),
  );
  app.openapi(verifyRoute, async (c) => c.json(await verifyAudit(c.var.deps), 200));
}
