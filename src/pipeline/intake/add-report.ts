import type { IntakeDeps } from "./deps.ts";
import type { Actor } from "../../platform/auth/identity.ts";
import { AppError } from "../../platform/lib/errors.ts";
import { reportEntry } from "./move-report.ts";
import { readReport } from "./read-reports.ts";
import type { GivenReport, ReportView } from "./schema.ts";
import { keysOf, submitReports } from "./submit-reports.ts";

/**
 * Enters a report by hand, as pending. Ids are kept as given, whatever release knows them.
 * @throws AppError `conflict` when its URL or title is known, naming the report
 */
export async function addReport(
  deps: IntakeDeps,
  actor: Actor,
  given: GivenReport,
): Promise<ReportView> {
  const { analyst_notes, source_reliability, technique_ids, group_ids, text, ...fields } = given;
  const report = {
    ...fields,
    text: text ?? fields.summary,
    published_at: fields.published_at && new Date(fields.published_at).toISOString(),
    technique_ids: [...new Set(technique_ids)].sort(),
    group_ids: [...new Set(group_ids)].sort(),
    ...{ foreign_key: null, source_id: null, import_id: null, indicators: [] },
    notes: { analyst_notes: analyst_notes ?? "", source_reliability: source_reliability ?? null },
  };
  const known = await deps.submissions.findKnown([keysOf(report)]);
  for (const [, id] of known) throw knownReport(id);
  const details = { title: given.title, url: given.url };
  const audit = (id: string) => reportEntry(deps, actor.name, "intake.create", id, details);
  const { outcomes } = await submitReports(deps, [report], { audit });
  const [outcome] = outcomes;
  if (outcome === undefined) throw new Error("a submitted report has no outcome");
  if (outcome.created) return await readReport(deps, outcome.report_id);
  throw knownReport(outcome.report_id);
}

function knownReport(id: string): AppError {
  return new AppError("conflict", `Its URL or title is known already: see report ${id}.`);
}
