import { type Change, commitEach } from "../../platform/audit/commit.ts";
import type { Actor } from "../../platform/auth/identity.ts";
import { enqueueMessage } from "../../platform/jobs/enqueue-message.ts";
import { AppError } from "../../platform/lib/errors.ts";
import type { RateLimitDeps } from "../../platform/rate-limits/deps.ts";
import { countRate } from "../../platform/rate-limits/rate-limit.ts";
import { changeReport, planChange } from "./change-report.ts";
import type { IntakeDeps } from "./deps.ts";
import { planPromotion, promoteReport, requirePossible } from "./promote-report.ts";
import { noSuchReport } from "./read-report.ts";
import type { BulkOrder, BulkResult } from "./schema.ts";
import type { Report } from "./store.ts";
import { BULK_ACTIONS } from "./vocabulary.ts";

/** Reports changed per batch, which must end within D1's 30 seconds. */
const STEP = 100;

type Deps = IntakeDeps & RateLimitDeps;

interface Planned {
  id: string;
  change: Change;
  job_id: string | null;
}

/**
 * Applies one change to many reports, each independently: a report that cannot be changed is refused with the
 * reason and does not affect the others. The results are in the order of the IDs.
 * @throws AppError `invalid_provider`, `provider_not_configured`, `unknown_domain`, `version_not_found`
 */
export async function changeMany(
  deps: Deps,
  actor: Actor,
  order: BulkOrder,
): Promise<BulkResult[]> {
  if (order.action === "promote") await requirePossible(deps, order);
  const ids = [...new Set(order.ids)];
  const results = new Map<string, BulkResult>();
  for (let from = 0; from < ids.length; from += STEP) {
    const step = ids.slice(from, from + STEP);
    for (const result of await changeSome(deps, actor, step, order)) results.set(result.id, result);
  }
  return ids.flatMap((id) => results.get(id) ?? []);
}

async function changeSome(
  deps: Deps,
  actor: Actor,
  ids: readonly string[],
  order: BulkOrder,
): Promise<BulkResult[]> {
  const found = new Map((await deps.intake.findAll(ids)).map((report) => [report.id, report]));
  const planned: Planned[] = [];
  const results: BulkResult[] = [];
  for (const id of ids) {
    try {
      const plan = await planOne(deps, actor, found.get(id), id, order);
      if (plan === null) results.push({ id, outcome: "unchanged", code: null, reason: null });
      else planned.push({ id, ...plan });
    } catch (error) {
      results.push(refusalOf(id, error));
    }
  }
  const happened = planned.length === 0 ? [] : await commitEach(deps, planned.map(changeOf));
  for (const [place, { id, job_id }] of planned.entries()) {
    if (happened[place] !== true) {
      results.push(await changeAlone(deps, actor, id, order));
      continue;
    }
    if (job_id !== null) await enqueueMessage(deps, job_id);
    results.push({ id, outcome: "done", code: null, reason: null });
  }
  return results;
}

function changeOf({ change }: Planned): Change {
  return change;
}

async function planOne(
  deps: Deps,
  actor: Actor,
  before: Report | undefined,
  id: string,
  order: BulkOrder,
): Promise<Omit<Planned, "id"> | null> {
  if (before === undefined) throw noSuchReport(id);
  if (order.action === "promote") {
    const plan = planPromotion(deps, actor, before, order);
    if (plan !== null && plan.job_id !== null) await countRate(deps, actor, "analyses");
    return plan;
  }
  const change = planChange(deps, actor, before, { status: BULK_ACTIONS[order.action] });
  return change && { change, job_id: null };
}

/** Changes a report that someone else changed meanwhile. */
async function changeAlone(
  deps: Deps,
  actor: Actor,
  id: string,
  order: BulkOrder,
): Promise<BulkResult> {
  try {
    if (order.action === "promote") await promoteReport(deps, actor, id, order);
    else await changeReport(deps, actor, id, { status: BULK_ACTIONS[order.action] });
    return { id, outcome: "done", code: null, reason: null };
  } catch (error) {
    return refusalOf(id, error);
  }
}

function refusalOf(id: string, error: unknown): BulkResult {
  if (!(error instanceof AppError)) throw error;
  return { id, outcome: "refused", code: error.code, reason: error.message };
}
