import { type Act, type Change, commit } from "../../platform/audit/commit.ts";
import type { Actor } from "../../platform/auth/identity.ts";
import { laneOf } from "../../platform/jobs/lane-of.ts";
import type { NewJob } from "../../platform/jobs/store.ts";
import { enqueueMessage } from "../../platform/jobs/enqueue-message.ts";
import { resolveRelease } from "../../knowledge/attack/resolve-release.ts";
import { DEFAULT_DOMAIN } from "../../knowledge/attack/vocabulary.ts";
import { openProvider } from "../../reading/providers/open-provider.ts";
import { parseSlot } from "../../reading/providers/parse-slot.ts";
import type { IntakeDeps } from "./deps.ts";
import { readReport, requireReport } from "./read-report.ts";
import { reportAct } from "./report-act.ts";
import { requireTransition } from "./require-transition.ts";
import type { Promotion, ReportDetail } from "./schema.ts";
import type { Report } from "./store.ts";

/**
 * Promotes a report. With `analyze`, its analysis is queued in the same batch, and its session is linked when that
 * is done. A promoted report remains unchanged, unless an analysis is requested and there is none, finished or
 * queued.
 * @throws AppError `not_found`, `invalid_transition`, `invalid_provider`, `provider_not_configured`,
 *   `unknown_domain`, `version_not_found`
 */
export async function promoteReport(
  deps: IntakeDeps,
  actor: Actor,
  id: string,
  promotion: Promotion,
): Promise<ReportDetail> {
  await requirePossible(deps, promotion);
  const plan = planPromotion(deps, actor, await requireReport(deps, id), promotion);
  if (plan === null) return await readReport(deps, id);
  if (!(await commit(deps, plan.change))) return await promoteReport(deps, actor, id, promotion);
  if (plan.job_id !== null) await enqueueMessage(deps, plan.job_id);
  return await readReport(deps, id);
}

/**
 * Rejects a promotion whose analysis could not begin.
 * @throws AppError `invalid_provider`, `provider_not_configured`, `unknown_domain`, `version_not_found`
 */
export async function requirePossible(
  deps: IntakeDeps,
  { analyze, provider, mode, domain = DEFAULT_DOMAIN, version }: Promotion,
): Promise<void> {
  const slot = parseSlot(provider);
  if (!analyze) return;
  openProvider(deps, slot, mode);
  await resolveRelease(deps, { domain, version });
}

/** A change that promotes, and the job of its analysis, or null if none is requested. */
export interface PlannedPromotion {
  change: Change;
  job_id: string | null;
}

/**
 * Plans the promotion of a report as it was read. Returns null if there is nothing to do.
 * @throws AppError `role_required`, `invalid_transition`
 */
export function planPromotion(
  deps: IntakeDeps,
  actor: Actor,
  before: Report,
  { analyze, provider, mode, fetch, domain = DEFAULT_DOMAIN, version }: Promotion,
): PlannedPromotion | null {
  const isPromoted = before.status === "promoted";
  if (isPromoted && !(analyze && isUnanalysed(before))) return null;
  if (!isPromoted) requireTransition(before.status, "promoted", actor);
  const decided = isPromoted ? {} : { decided_by: actor.name };
  const analysis = { analysis_status: "queued", analysis_error: null } as const;
  const payload = { provider: parseSlot(provider), mode, fetch, domain, version };
  const job = newJob(deps, actor, before, payload);
  const change: Change = {
    act: actOf(actor, before, analyze),
    when: deps.intake.isThere(before),
    parts: [
      deps.intake.change(before.id, {
        status: "promoted",
        ...decided,
        ...(analyze && analysis),
      }),
      ...(analyze ? [deps.jobs.enqueue(job)] : []),
    ],
  };
  return { change, job_id: analyze ? job.id : null };
}

function isUnanalysed({ analysis_status: status }: Report): boolean {
  return status === null || status === "failed";
}

function newJob(
  deps: IntakeDeps,
  actor: Actor,
  { id, url }: Report,
  payload: Pick<Promotion, "mode" | "fetch" | "version"> & { provider: string; domain: string },
): NewJob {
  return {
    id: deps.newId(),
    kind: "analyse_report",
    actor: actor.name,
    payload: { report_id: id, ...payload, role: actor.role },
    progress: {},
    dedupe_key: `analyse:${id}`,
    lane: payload.fetch && url !== null ? laneOf(url) : null,
  };
}

/** Returns the audit entry. An already promoted report changes no state, and only its analysis is new. */
function actOf(actor: Actor, { id, status }: Report, analyze: boolean): Act {
  if (status === "promoted") return reportAct(actor.name, "intake.update", id, { analyze });
  const details = { from: status, to: "promoted", analyze };
  return reportAct(actor.name, "intake.transition", id, details);
}
