import { type Change, commit, type Part } from "../../platform/audit/commit.ts";
import type { Actor } from "../../platform/auth/identity.ts";
import { AppError } from "../../platform/lib/errors.ts";
import { seenAt } from "../observables/expiry.ts";
import { canonicalReport, reportKeyOf } from "./canonical-report-store.ts";
import type { IntakeDeps } from "./deps.ts";
import { outlineOf } from "./matches-of.ts";
import type { NewReport } from "./new-report.ts";
import { currentIndex, prepareReports } from "./prepare-reports.ts";
import { recognise } from "./recognise.ts";
import { reportAct } from "./report-act.ts";
import { requireRoomFor } from "./require-room-for.ts";
import type { Submission } from "./submission.ts";

/** A report that one user or program submits. IDs that it names are added to those given. */
export type BroughtReport = Omit<NewReport, "id" | "source_id" | "import_id" | "indicators">;

/** The outcome of a submitted report. */
export interface EnterOutcome {
  /** The report, or the one that it repeats. */
  report_id: string;
  outcome: "created" | "completed" | "known";
}

interface EnterOptions {
  /** Whether its text replaces a shorter one, such as a feed's excerpt, of an undecided report with its URL. */
  completes?: boolean;
}

/** A safeguard against a report that is repeatedly found and then deleted. */
const MAX_ATTEMPTS = 10;

/**
 * Enters one report as pending, unless its URL, its title or its foreign key is known.
 * @throws AppError `quota_exceeded`, `service_busy`
 */
export async function enterReport(
  deps: IntakeDeps,
  actor: Actor,
  brought: BroughtReport,
  { completes = false }: EnterOptions = {},
): Promise<EnterOutcome> {
  const submission = await prepareBrought(deps, brought);
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const known = (await deps.submissions.findKnown([submission.row])).get(0);
    if (known !== undefined) {
      const isCompleted = completes && (await complete(deps, actor, known, submission));
      return { report_id: known, outcome: isCompleted ? "completed" : "known" };
    }
    const { id, title, url } = submission.row;
    const isCreated = await enter(deps, submission, {
      act: reportAct(actor.name, "intake.create", id, { title, url }),
      when: deps.submissions.isUnknown(reportKeyOf(submission.row)),
    });
    if (isCreated) return { report_id: id, outcome: "created" };
  }
  throw new AppError("service_busy", "Others change the same report; try again.");
}

/** Replaces the text of a known report by a longer one, and adds the findings in it. Returns whether it did. */
async function complete(
  deps: IntakeDeps,
  actor: Actor,
  reportId: string,
  submission: Submission,
): Promise<boolean> {
  const { url_key: url } = submission.row;
  const report = await deps.intake.find(reportId);
  if (url === null || report?.url_key !== url) return false;
  // Characters as SQLite counts them.
  const chars = submission.texts.reduce((sum, text) => sum + Array.from(text).length, 0);
  const change = {
    act: reportAct(actor.name, "intake.update", reportId, { text_chars: chars }),
    when: deps.submissions.isShorter(reportId, chars),
  };
  return await enter(deps, submission, change, [
    deps.submissions.replaceText(reportId, submission),
  ]);
}

/** Commits a submission with the observables that it mentions. Returns whether it was stored. */
async function enter(
  deps: IntakeDeps,
  submission: Submission,
  change: Pick<Change, "act" | "when">,
  parts: readonly Part[] = [],
): Promise<boolean> {
  const { row, matches, dated_at } = submission;
  await requireRoomFor(deps, [submission], []);
  const mentions = await deps.matches.applyRulings([
    { key: reportKeyOf(row), seen_at: seenAt(dated_at, deps.now()), matches },
  ]);
  return await commit(deps, {
    ...change,
    parts: [
      deps.submissions.enter([submission]),
      ...parts,
      deps.matches.store(mentions, "report", canonicalReport),
    ],
  });
}

async function prepareBrought(deps: IntakeDeps, brought: BroughtReport): Promise<Submission> {
  const named = recognise(outlineOf(brought), await currentIndex(deps));
  const report: NewReport = {
    ...brought,
    technique_ids: [...new Set([...brought.technique_ids, ...named.technique_ids])].sort(),
    group_ids: [...new Set([...brought.group_ids, ...named.group_ids])].sort(),
    source_id: null,
    import_id: null,
    indicators: [],
  };
  const [submission] = await prepareReports(deps, [report]);
  if (submission === undefined) throw new Error("one report is prepared as one");
  return submission;
}
