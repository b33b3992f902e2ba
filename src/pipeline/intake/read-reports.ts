import type { Context } from "../../services.ts";
import type { Page, Paged } from "../../platform/http/pagination.ts";
import { AppError } from "../../platform/lib/errors.ts";
import type { ReportView } from "./schema.ts";
import type { Report, ReportFilter } from "./store.ts";

const STEP = 500;

/** Collected reports, newest first. */
export async function listReports(
  context: Context,
  query: Page & { limit: number } & ReportFilter,
): Promise<Paged<ReportView>> {
  const { items, total } = await context.intake.list(query, query);
  return { items: await toViews(context, items), total };
}

/** @throws AppError `not_found` */
export async function readReport(context: Context, id: string): Promise<ReportView> {
  const [view] = await toViews(context, [await requireReport(context, id)]);
  if (view === undefined) throw noSuchReport(id);
  return view;
}

/** @throws AppError `not_found` */
export async function requireReport(context: Context, id: string): Promise<Report> {
  const report = await context.intake.find(id);
  if (report === null) throw noSuchReport(id);
  return report;
}

/** What a report says in full. @throws AppError `not_found` */
export async function readReportText(context: Context, id: string): Promise<string> {
  await requireReport(context, id);
  return await context.intake.readText(id);
}

/** Columns of the CSV form. */
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

/** All reports that match, by id; memory stays the same however many there are. */
export async function* exportReports(
  context: Context,
  filter: ReportFilter,
): AsyncGenerator<ReportView> {
  let after: string | null = null;
  for (;;) {
    const rows: Report[] = await context.intake.listAfter(after, STEP, filter);
    yield* await toViews(context, rows);
    if (rows.length < STEP) return;
    after = rows.at(-1)?.id ?? null;
  }
}

async function toViews(context: Context, reports: readonly Report[]): Promise<ReportView[]> {
  const observables = await context.intake.listObservableIds(reports.map(({ id }) => id));
  return reports.map((report) => {
    const {
      url_key: _url,
      title_key: _title,
      foreign_key: _key,
      search_text: _text,
      ...shown
    } = report;
    return { ...shown, observable_ids: observables.get(report.id) ?? [] };
  });
}

/** The error for a report that is not there. */
export function noSuchReport(id: string): AppError {
  return new AppError("not_found", `There is no report ${id} in the intake.`);
}
