import { resolveIndex } from "../../knowledge/attack/resolve-release.ts";
import type { ReleaseIndex } from "../../knowledge/attack/release-index.ts";
import { DEFAULT_DOMAIN } from "../../knowledge/attack/vocabulary.ts";
import { AppError } from "../../platform/lib/errors.ts";
import { openObservableReader } from "../observables/observable-reader.ts";
import type { IntakeDeps } from "./deps.ts";
import type { NewReport } from "./new-report.ts";
import { prepareReport } from "./prepare-report.ts";
import type { Submission } from "./submission.ts";

/** Prepares reports for storage, with the names that make them worth reading. */
export async function prepareReports(
  deps: IntakeDeps,
  reports: readonly NewReport[],
): Promise<Submission[]> {
  const reader = await openObservableReader(deps);
  const index = await currentIndex(deps);
  const submissions = reports.map((report) => prepareReport(deps, report, reader, index));
  const named = new Set(submissions.flatMap(({ row }) => row.technique_ids));
  const found = await deps.sessions.listFoundAmong([...named]);
  return submissions.map((submission) => {
    const { technique_ids: ids } = submission.row;
    const new_technique_ids = ids.filter((id) => !found.has(id));
    return { ...submission, row: { ...submission.row, new_technique_ids } };
  });
}

/** Returns the current release, whose names are searched for in reports, or null if none is ingested. */
export async function currentIndex(
  deps: Parameters<typeof resolveIndex>[0],
): Promise<ReleaseIndex | null> {
  try {
    return await resolveIndex(deps, { domain: DEFAULT_DOMAIN });
  } catch (error) {
    if (error instanceof AppError && error.code === "knowledge_base_empty") return null;
    throw error;
  }
}
