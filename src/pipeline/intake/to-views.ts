import type { ReleaseDeps } from "../../knowledge/attack/deps.ts";
import type { IntakeDeps } from "./deps.ts";
import { currentIndex } from "./prepare-reports.ts";
import type { ReportView } from "./schema.ts";
import type { Report } from "./store.ts";
import { whyRead } from "./why-read.ts";

/** Returns reports as the API shows them: without their lookup keys, with related data. */
export async function toViews(
  deps: Pick<IntakeDeps, "observables" | "sessions" | "intake"> & ReleaseDeps,
  reports: readonly Report[],
): Promise<ReportView[]> {
  const ids = reports.map(({ id }) => id);
  const analysed = reports.flatMap(({ session_id: id }) => (id === null ? [] : [id]));
  const [observables, techniques, arrivals, index] = await Promise.all([
    deps.observables.listIdsBySource("report", ids),
    deps.sessions.listTechniqueIdsOf(analysed),
    deps.intake.countArrivals(ids),
    currentIndex(deps),
  ]);
  return reports.map((report) => {
    const {
      url_key: _url,
      title_key: _title,
      foreign_key: _key,
      search_text: _text,
      software_ids: _software,
      cve_ids: _cves,
      exploited_cve_ids: _exploited,
      new_technique_ids: _new,
      ...shown
    } = report;
    return {
      ...shown,
      observable_ids: observables.get(report.id) ?? [],
      techniques: techniques.get(report.session_id ?? "") ?? [],
      duplicates: arrivals.get(report.id) ?? 0,
      why: whyRead(report, index),
    };
  });
}
