import { commit } from "../../platform/audit/commit.ts";
import type { Actor } from "../../platform/auth/identity.ts";
import { seenAt } from "../observables/expiry.ts";
import { AppError } from "../../platform/lib/errors.ts";
import { canonicalReport, reportKeyOf } from "./canonical-report-store.ts";
import type { IntakeDeps } from "./deps.ts";
import type { Submission } from "./submission.ts";
import { outlineOf } from "./matches-of.ts";
import { currentIndex, prepareReports } from "./prepare-reports.ts";
import { readReport } from "./read-report.ts";
import { recognise } from "./recognise.ts";
import { reportAct } from "./report-act.ts";
import { requireRoomFor } from "./require-room-for.ts";
import type { GivenReport, ReportDetail } from "./schema.ts";

/**
 * Enters a report manually, as pending. Ids are kept as given, whatever release knows them, next to
 * those that its title and text name.
 * @throws AppError `conflict` when its URL or title is known, naming the report; `quota_exceeded`
 */
export async function addReport(
  deps: IntakeDeps,
  actor: Actor,
  given: GivenReport,
): Promise<ReportDetail> {
  const submission = await prepareGiven(deps, given);
  const { row, matches, dated_at } = submission;
  const key = reportKeyOf(row);
  await refuseKnown(deps, submission);
  await requireRoomFor(deps, [submission], []);
  const mentions = await deps.matches.applyRulings([
    { key, seen_at: seenAt(dated_at, deps.now()), matches },
  ]);
  const { title, url } = given;
  const added = await commit(deps, {
    act: reportAct(actor.name, "intake.create", row.id, { title, url }),
    when: deps.submissions.isUnknown(key),
    parts: [
      deps.submissions.enter([submission]),
      deps.matches.store(mentions, "report", canonicalReport),
    ],
  });
  if (added) return await readReport(deps, row.id);
  await refuseKnown(deps, submission);
  // What was known a moment ago has been deleted since.
  return await addReport(deps, actor, given);
}

async function prepareGiven(deps: IntakeDeps, given: GivenReport): Promise<Submission> {
  const text = given.text ?? given.summary;
  const named = recognise(outlineOf({ title: given.title, text }), await currentIndex(deps));
  const report = {
    title: given.title,
    url: given.url,
    publisher: given.publisher,
    summary: given.summary,
    text,
    published_at: given.published_at && new Date(given.published_at).toISOString(),
    technique_ids: [...new Set([...given.technique_ids, ...named.technique_ids])].sort(),
    group_ids: [...new Set([...given.group_ids, ...named.group_ids])].sort(),
    foreign_key: null,
    source_id: null,
    import_id: null,
    indicators: [],
    notes: {
      analyst_notes: given.analyst_notes ?? "",
      source_reliability: given.source_reliability ?? null,
    },
  };
  const [submission] = await prepareReports(deps, [report]);
  if (submission === undefined) throw new Error("one report is prepared as one");
  return submission;
}

/** @throws AppError `conflict` when a report is known under the keys of this one */
async function refuseKnown(deps: IntakeDeps, { row }: Submission): Promise<void> {
  for (const [, id] of await deps.submissions.findKnown([row])) {
    throw new AppError(
      "conflict",
      `A report with this URL or title exists already: see report ${id}.`,
    );
  }
}
