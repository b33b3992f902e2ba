import type { Actor } from "../../platform/auth/identity.ts";
import { AppError } from "../../platform/lib/errors.ts";
import type { IntakeDeps } from "./deps.ts";
import { enterReport } from "./enter-report.ts";
import { readReport } from "./read-report.ts";
import type { GivenReport, ReportDetail } from "./schema.ts";

/**
 * Adds a report manually, as pending. Given IDs are stored unchanged, whichever release has them, together with
 * those that its title and text name.
 * @throws AppError `conflict` when its URL or title is known, naming the report; `quota_exceeded`
 */
export async function addReport(
  deps: IntakeDeps,
  actor: Actor,
  given: GivenReport,
): Promise<ReportDetail> {
  const { analyst_notes = "", source_reliability = null, published_at, ...report } = given;
  const { report_id: id, outcome } = await enterReport(deps, actor, {
    ...report,
    text: given.text ?? given.summary,
    published_at: published_at && new Date(published_at).toISOString(),
    foreign_key: null,
    notes: { analyst_notes, source_reliability },
  });
  if (outcome === "created") return await readReport(deps, id);
  throw new AppError(
    "conflict",
    `A report with this URL or title exists already: see report ${id}.`,
  );
}
