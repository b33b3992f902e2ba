import { openProvider } from "../../reading/providers/open-provider.ts";
import { parseSlot } from "../../reading/providers/parse-slot.ts";
import { resolveRelease } from "../../knowledge/attack/resolve-release.ts";
import { DEFAULT_DOMAIN } from "../../knowledge/attack/vocabulary.ts";
import type { IntakeDeps } from "./deps.ts";
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
  deps: IntakeDeps,
  actor: Actor,
  id: string,
  promotion: Promotion,
): Promise<ReportView> {
  const { analyze, provider, fetch, domain = DEFAULT_DOMAIN, version } = promotion;
  const slot = parseSlot(provider);
  if (analyze) {
    openProvider(deps, slot);
    await resolveRelease(deps, { domain, version });
  }
  const before = await requireReport(deps, id);
  const isPromoted = before.status === "promoted";
  if (isPromoted && !(analyze && isUnanalysed(before))) return await readReport(deps, id);
  if (!isPromoted) requireMove(before, "promoted", actor);
  const now = deps.now();
  const lane = fetch && before.url !== null ? laneOf(before.url) : null;
  const payload = { report_id: id, provider: slot, fetch, domain, version, role: actor.role };
  const job = newJob(deps, actor, { id, lane, payload });
  const after = await deps.intake.change(
    id,
    [before.status],
    { status: "promoted", ...(analyze && { analysis_status: "queued", analysis_error: null }) },
    now,
    entryOf(deps, actor, before, analyze),
    analyze ? deps.jobs.enqueue(job) : undefined,
  );
  if (after === null) return await promoteReport(deps, actor, id, promotion);
  if (analyze) await wake(deps, job.id);
  return await readReport(deps, id);
}

function isUnanalysed({ analysis_status: status }: Report): boolean {
  return status === null || status === "failed";
}

function newJob(
  deps: IntakeDeps,
  actor: Actor,
  { id, lane, payload }: { id: string; lane: string | null; payload: NewJob["payload"] },
): NewJob {
  return {
    ...{ id: deps.newId(), kind: "analyse_report", actor: actor.name },
    ...{ payload, progress: {}, dedupe_key: `analyse:${id}`, lane },
  };
}

/** A report that was promoted before does not move; its analysis is what is new. */
function entryOf(deps: IntakeDeps, actor: Actor, { id, status }: Report, analyze: boolean) {
  return status === "promoted"
    ? reportEntry(deps, actor.name, "intake.update", id, { analyze })
    : reportEntry(deps, actor.name, "intake.transition", id, {
        ...{ from: status, to: "promoted", analyze },
      });
}
