import type { Page, Paged } from "../../platform/lib/page.ts";
import type { IntakeDeps } from "./deps.ts";
import type { ReportView } from "./schema.ts";
import type { ReportFilter } from "./store.ts";
import { toViews } from "./to-views.ts";

/** Collected reports, newest first. */
export async function listReports(
  deps: IntakeDeps,
  query: Page & { limit: number } & ReportFilter,
): Promise<Paged<ReportView>> {
  const { items, total } = await deps.intake.list(query, query);
  return { items: await toViews(deps, items), total };
}
