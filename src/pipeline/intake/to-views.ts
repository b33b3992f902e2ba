import type { IntakeDeps } from "./deps.ts";
import type { ReportView } from "./schema.ts";
import type { Report } from "./store.ts";

/** Reports as they are answered: without the keys that they are found by, with their observables. */
export async function toViews(
  deps: Pick<IntakeDeps, "observables" | "sessions">,
  reports: readonly Report[],
): Promise<ReportView[]> {
  const ids = reports.map(({ id }) => id);
  const observables = await deps.observables.listIdsBySource("report", ids);
  const analysed = reports.flatMap(({ session_id: id }) => (id === null ? [] : [id]));
  const techniques = await deps.sessions.listTechniqueIdsOf(analysed);
  return reports.map((report) => {
    const {
      url_key: _url,
      title_key: _title,
      foreign_key: _key,
      search_text: _text,
      ...shown
    } = report;
    return {
      ...shown,
      observable_ids: observables.get(report.id) ?? [],
      techniques: techniques.get(report.session_id ?? "") ?? [],
    };
  });
}
