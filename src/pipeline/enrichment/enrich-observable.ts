import { type Act, commit } from "../../platform/audit/commit.ts";
import { allOf } from "../../platform/d1/all-of.ts";
import type { EnrichmentDeps } from "./deps.ts";
import { AppError } from "../../platform/lib/errors.ts";
import { readObservable } from "../observables/read-observable.ts";
import type { Observable } from "../observables/store.ts";
import { confidenceOf } from "./confidence.ts";
import { type Finding, lookUp, lookUpDeadline } from "./look-up.ts";
import { keyOf, type Target, targetOf } from "./rdap/target.ts";
import { lookPauses } from "./look-pauses.ts";
import { NO_RETRIES, type RetryBudget, spendRetryBudget } from "./retry-budget.ts";
import type { EnrichmentRow } from "./store.ts";

/** A record, and the server that did not answer for it. */
export interface Enriched {
  row: EnrichmentRow;
  unreachable: string | null;
}

interface Order {
  actor: string;
  observable: Observable;
  target: Target;
  /** Who takes the lock of the target. */
  owner: string;
  retryBudget: RetryBudget;
}

/**
 * Enriches an observable, which stays as it is. A record that has not expired is answered as it is,
 * with `cached` set; so are all but one of those who ask at once. The answer to another observable
 * with the same registered domain serves as well, for a record of its own.
 * @throws AppError `not_found`, `unsupported_kind`
 */
export async function enrichObservable(
  deps: EnrichmentDeps,
  actor: string,
  id: string,
  retryBudget: RetryBudget = { ...NO_RETRIES },
): Promise<Enriched> {
  const observable = await readObservable(deps, id);
  const target = requireTarget(observable);
  const order = { actor, observable, target, owner: deps.newId(), retryBudget };
  const pauses = lookPauses();
  for (;;) {
    const step = await attempt(deps, order);
    if ("row" in step) return step;
    await deps.sleep(step.waitSeconds ?? pauses.next().value);
  }
}

/** A record, or how long to wait: null for somebody else, of whom nobody knows when they end. */
type Step = Enriched | { waitSeconds: number | null };

async function attempt(deps: EnrichmentDeps, order: Order): Promise<Step> {
  const known = await findKnown(deps, order);
  if (known !== null) return known;
  const lock = keyOf(order.target);
  const until = deps.now(lookUpDeadline(deps));
  if (!(await deps.locks.lock(lock, order.owner, deps.now(), until))) {
    return { waitSeconds: null };
  }
  try {
    // Whoever had the lock before may have left a record.
    return (await findKnown(deps, order)) ?? (await findAnew(deps, order));
  } finally {
    await deps.locks.release(lock, order.owner);
  }
}

async function findKnown(
  deps: EnrichmentDeps,
  { observable, retryBudget }: Order,
): Promise<Step | null> {
  const row = await deps.enrichments.findFresh(observable.id, deps.now());
  if (row === null) return null;
  const waitSeconds = waitFor(deps, retryBudget, row);
  return waitSeconds === null
    ? { row: { ...row, cached: true }, unreachable: null }
    : { waitSeconds };
}

async function findAnew(deps: EnrichmentDeps, order: Order): Promise<Step> {
  const { observable, target, retryBudget } = order;
  const shared = await deps.enrichments.findFreshByTarget(keyOf(target), deps.now());
  const found = shared ?? (await lookUp(deps, target));
  const waitSeconds = waitFor(deps, retryBudget, found);
  if (waitSeconds !== null) return { waitSeconds };
  const row = makeRow(deps, order, found, shared !== null);
  const stored = await commit(deps, {
    act: enrichmentAct(order.actor, row),
    when: allOf(
      deps.locks.isHeld(row.target, order.owner),
      deps.observables.isThere(row.observable_id),
    ),
    parts: [deps.enrichments.add(row)],
  });
  if (stored) return { row, unreachable: "unreachable" in found ? found.unreachable : null };
  // Either the observable was deleted meanwhile, or the lock was lost for being too slow.
  await readObservable(deps, observable.id);
  return { waitSeconds: null };
}

/** Seconds that are worth waiting for a server; null to take what there is. */
function waitFor(
  deps: EnrichmentDeps,
  budget: RetryBudget,
  { status, expires_at: until }: Pick<Finding, "status" | "expires_at">,
): number | null {
  return status === "rate_limited" ? spendRetryBudget(budget, deps.now(), until) : null;
}

function makeRow(
  deps: EnrichmentDeps,
  { observable, target }: Order,
  found: Omit<Finding, "unreachable">,
  cached: boolean,
): EnrichmentRow {
  const { status, summary, detail, source_url, is_exact, expires_at } = found;
  const wasAsked = source_url !== null;
  return {
    id: deps.newId(),
    observable_id: observable.id,
    provider: "rdap",
    target: keyOf(target),
    asked_for: target.value,
    status,
    confidence: confidenceOf(target, { status, isExact: is_exact, wasAsked }),
    summary,
    detail,
    source_url,
    is_exact,
    cached,
    created_at: deps.now(),
    expires_at,
  };
}

function enrichmentAct(actor: string, row: EnrichmentRow): Act {
  const { id, observable_id, provider, status, asked_for, cached } = row;
  return {
    actor,
    action: "observable.enrich",
    object: ["enrichment", id],
    details: { observable_id, provider, status, asked_for, cached },
  };
}

function requireTarget({ kind, normalized_value: value }: Observable): Target {
  const target = targetOf(kind, value);
  if (target !== null) return target;
  const detail = `An observable of the kind ${kind} cannot be enriched; ipv4, ipv6 and domain can.`;
  throw new AppError("unsupported_kind", detail);
}
