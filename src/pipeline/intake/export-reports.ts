import type { IntakeDeps } from "./deps.ts";
import type { ReportView } from "./schema.ts";
import type { ReportFilter } from "./report-filter-store.ts";
import type { Report } from "./store.ts";
import { toViews } from "./to-views.ts";

const STEP = 500;

/** Columns of the CSV format. */
export const REPORT_COLUMNS = [
  "id",
  "title",
  "url",
  "publisher",
  "status",
  "source_reliability",
  "technique_ids",
  "group_ids",
  "observable_ids",
  "analyst_notes",
  "source_id",
  "import_id",
  "session_id",
  "published_at",
  "created_at",
  "updated_at",
  "summary",
] as const satisfies readonly (keyof ReportView)[];

/** Yields all matching reports by ID, in constant memory. */
export async function* exportReports(
  deps: IntakeDeps,
  filter: ReportFilter,
): AsyncGenerator<ReportView> {
  let after: string | null = null;
  for (;;) {
    const rows: Report[] = await deps.intake.listAfter(after, STEP, filter);
    yield* await toViews(deps, rows);
    if (rows.length < STEP) return;
    after = rows.at(-1)?.id ?? null;
  }
}
