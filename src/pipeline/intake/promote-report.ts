import { type Act, commit } from "../../platform/audit/commit.ts";
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
  deps: IntakeDeps,
  actor: Actor,
  id: string,
  promotion: Promotion,
): Promise<ReportView> {
  const { analyze, provider, mode, fetch, domain = DEFAULT_DOMAIN, version } = promotion;
  const slot = parseSlot(provider);
  if (analyze) {
    openProvider(deps, slot, mode);
    await resolveRelease(deps, { domain, version });
  }
  const before = await requireReport(deps, id);
  const isPromoted = before.status === "promoted";
  if (isPromoted && !(analyze && isUnanalysed(before))) return await readReport(deps, id);
  if (!isPromoted) requireTransition(before.status, "promoted", actor);
  const analysis = { analysis_status: "queued", analysis_error: null } as const;
  const payload = { provider: slot, mode, fetch, domain, version };
  const job = newJob(deps, actor, before, payload);
  const promoted = await commit(deps, {
    act: actOf(actor, before, analyze),
    when: deps.intake.isThere(before),
    parts: [
      deps.intake.change(id, { status: "promoted", ...(analyze && analysis) }),
      ...(analyze ? [deps.jobs.enqueue(job)] : []),
    ],
  });
  if (!promoted) return await promoteReport(deps, actor, id, promotion);
  if (analyze) await enqueueMessage(deps, job.id);
  return await readReport(deps, id);
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

/** A report that was promoted before changes no state; its analysis is what is new. */
function actOf(actor: Actor, { id, status }: Report, analyze: boolean): Act {
  if (status === "promoted") return reportAct(actor.name, "intake.update", id, { analyze });
  const details = { from: status, to: "promoted", analyze };
  return reportAct(actor.name, "intake.transition", id, details);
}
