import { openProvider } from "../../reading/providers/registry.ts";
import { parseSlot } from "../../reading/sessions/read-input.ts";
import { resolveRelease } from "../../knowledge/attack/resolve-release.ts";
import { DEFAULT_DOMAIN } from "../../knowledge/attack/vocabulary.ts";
import type { Context } from "../../services.ts";
import type { Actor } from "../../platform/auth/identity.ts";
import { laneOf } from "../../platform/jobs/lane.ts";
import type { NewJob } from "../../platform/jobs/store.ts";
import { wake } from "../../platform/jobs/wake.ts";
import { reportEntry, requireMove } from "./move-report.ts";
import { readReport, requireReport } from "./read-reports.ts";
import type { Promotion, ReportView } from "./schema.ts";
import type { Report } from "./store.ts";

/**
 * Promotes a report; with `analyze` its analysis is queued in the same batch, and its session is
 * linked when that is done. One that is promoted already stays as it is, unless an analysis is asked
 * for that it neither has nor waits for.
 * @throws AppError `not_found`, `invalid_transition`, `invalid_provider`, `provider_not_configured`,
 *   `unknown_domain`, `version_not_found`
 */
export async function promoteReport(
  context: Context,
  actor: Actor,
  id: string,
  promotion: Promotion,
): Promise<ReportView> {
  const { analyze, provider, fetch, domain = DEFAULT_DOMAIN, version } = promotion;
  const slot = parseSlot(provider);
  if (analyze) {
    openProvider(context, slot);
    await resolveRelease(context, { domain, version });
  }
  const before = await requireReport(context, id);
  const isPromoted = before.status === "promoted";
  if (isPromoted && !(analyze && isUnanalysed(before))) return await readReport(context, id);
  if (!isPromoted) requireMove(before, "promoted", actor);
  const now = context.now();
  const lane = fetch && before.url !== null ? laneOf(before.url) : null;
  const payload = { report_id: id, provider: slot, fetch, domain, version, role: actor.role };
  const job = newJob(context, actor, { id, lane, payload });
  const after = await context.intake.change(
    id,
    [before.status],
    { status: "promoted", ...(analyze && { analysis_status: "queued", analysis_error: null }) },
    now,
    entryOf(context, actor, before, analyze),
    (held) => (analyze ? [context.jobs.enqueueStatement(job, now, held)] : []),
  );
  if (after === null) return await promoteReport(context, actor, id, promotion);
  if (analyze) await wake(context, job.id);
  return await readReport(context, id);
}

function isUnanalysed({ analysis_status: status }: Report): boolean {
  return status === null || status === "failed";
}

function newJob(
  context: Context,
  actor: Actor,
  { id, lane, payload }: { id: string; lane: string | null; payload: NewJob["payload"] },
): NewJob {
  return {
    ...{ id: context.newId(), kind: "analyse_report", actor: actor.name },
    ...{ payload, progress: {}, dedupe_key: `analyse:${id}`, lane },
  };
}

/** A report that was promoted before does not move; its analysis is what is new. */
function entryOf(context: Context, actor: Actor, { id, status }: Report, analyze: boolean) {
  return status === "promoted"
    ? reportEntry(context, actor.name, "intake.update", id, { analyze })
    : reportEntry(context, actor.name, "intake.transition", id, {
        ...{ from: status, to: "promoted", analyze },
      });
}
