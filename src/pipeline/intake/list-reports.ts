import type { Page, Paged } from "../../platform/lib/page.ts";
import type { IntakeDeps } from "./deps.ts";
import type { ReportView } from "./schema.ts";
import type { ReportFilter } from "./report-filter-store.ts";
import type { ReportOrder } from "./vocabulary.ts";
import { toViews } from "./to-views.ts";

/** Returns a page of collected reports. */
export async function listReports(
  deps: IntakeDeps,
  query: Page & { limit: number; sort?: ReportOrder | undefined } & ReportFilter,
): Promise<Paged<ReportView>> {
  const { items, total } = await deps.intake.list(query, query);
  return { items: await toViews(deps, items), total };
}
