import { openProvider } from "../analysis/providers/registry.ts";
import { parseSlot } from "../analysis/read-input.ts";
import { resolveRelease } from "../attack/resolve-release.ts";
import { DEFAULT_DOMAIN } from "../attack/vocabulary.ts";
import type { Context } from "../context.ts";
import type { Actor } from "../http/identity.ts";
import { laneOf } from "../jobs/lane.ts";
import { wake } from "../jobs/wake.ts";
import { reportEntry, requireMove } from "./move-report.ts";
import { readReport, requireReport } from "./read-reports.ts";
import type { Promotion, ReportView } from "./schema.ts";

/**
 * Promotes a report; with `analyze` its analysis is queued in the same batch, and its session is
 * linked when that is done.
 * @throws AppError `not_found`, `invalid_transition`, `invalid_provider`, `provider_not_configured`,
 *   `unknown_domain`
 */
export async function promoteReport(
  context: Context,
  actor: Actor,
  id: string,
  promotion: Promotion,
): Promise<ReportView> {
  const { analyze, provider, fetch, domain = DEFAULT_DOMAIN } = promotion;
  const slot = parseSlot(provider);
  if (analyze) {
    openProvider(context, slot);
    await resolveRelease(context, { domain });
  }
  const before = await requireReport(context, id);
  requireMove(before, "promoted", actor);
  const now = context.now();
  const job = {
    id: context.newId(),
    kind: "analyse_report" as const,
    actor: actor.name,
    payload: { report_id: id, provider: slot, fetch, domain, role: actor.role },
    progress: {},
    dedupe_key: `analyse:${id}`,
    lane: fetch && before.url !== null ? laneOf(before.url) : null,
  };
  const after = await context.intake.change(
    id,
    [before.status],
    { status: "promoted", ...(analyze && { analysis_status: "queued", analysis_error: null }) },
    now,
    reportEntry(context, actor.name, "intake.transition", id, {
      from: before.status,
      to: "promoted",
      analyze,
    }),
    (held) => (analyze ? [context.jobs.enqueueStatement(job, now, held)] : []),
  );
  if (after === null) return await promoteReport(context, actor, id, promotion);
  if (analyze) await wake(context, job.id);
  return await readReport(context, id);
}
