import { type Act, commit } from "../../platform/audit/commit.ts";
import { allOf } from "../../platform/d1/all-of.ts";
import type { EnrichmentDeps } from "./deps.ts";
import { AppError, markedRed } from "../../platform/lib/errors.ts";
import { readObservable } from "../observables/read-observable.ts";
import type { Observable } from "../observables/store.ts";
import { confidenceOf } from "./confidence.ts";
import { finding } from "./finding.ts";
import { lookPauses } from "./look-pauses.ts";
import type { EnrichmentProvider, Finding } from "./provider.ts";
import { requireProvider } from "./providers.ts";
import { NO_RETRIES, type RetryBudget, spendRetryBudget } from "./retry-budget.ts";
import type { EnrichmentRow } from "./store.ts";
import { keyOf, type Target, whyKeptHere } from "./target.ts";
import { DEFAULT_PROVIDER, type ProviderName } from "./vocabulary.ts";

/** A record, and the server that failed to respond, if any. */
export interface Enriched {
  row: EnrichmentRow;
  unreachable: string | null;
}

/** Options of an enrichment. */
export interface EnrichOptions {
  provider?: ProviderName;
  /** Whether a value that only TLP:RED reports name may be sent. */
  includeRed?: boolean;
  retryBudget?: RetryBudget;
}

interface Order {
  actor: string;
  observable: Observable;
  provider: EnrichmentProvider;
  target: Target;
  /** The owner of the target's lock. */
  owner: string;
  includeRed: boolean;
  retryBudget: RetryBudget;
}

/**
 * Enriches an observable without changing it. A record that has not expired is returned with `cached` set. Of
 * concurrent requests, only one queries the provider. The response for another observable with the same registered
 * domain is reused for a separate record.
 * @throws AppError `not_found`, `unsupported_kind`, `provider_not_configured`, `marked_red`
 */
export async function enrichObservable(
  deps: EnrichmentDeps,
  actor: string,
  id: string,
  { provider: name = DEFAULT_PROVIDER, includeRed = false, retryBudget }: EnrichOptions = {},
): Promise<Enriched> {
  const provider = requireProvider(deps.settings, name);
  const observable = await readObservable(deps, id);
  const order: Order = {
    actor,
    observable,
    provider,
    target: requireTarget(provider, observable),
    owner: deps.newId(),
    includeRed,
    retryBudget: retryBudget ?? { ...NO_RETRIES },
  };
  const pauses = lookPauses();
  for (;;) {
    const step = await attempt(deps, order);
    if ("row" in step) return step;
    await deps.sleep(step.waitSeconds ?? pauses.next().value);
  }
}

/** A record, or how long to wait. Null means waiting for another worker whose end is unknown. */
type Step = Enriched | { waitSeconds: number | null };

async function attempt(deps: EnrichmentDeps, order: Order): Promise<Step> {
  const known = await findKnown(deps, order);
  if (known !== null) return known;
  const lock = keyOf(order.provider.name, order.target);
  const until = deps.now(order.provider.deadline(deps));
  if (!(await deps.locks.lock(lock, order.owner, deps.now(), until))) {
    return { waitSeconds: null };
  }
  try {
    // The previous lock owner may have left a record.
    return (await findKnown(deps, order)) ?? (await findAnew(deps, order));
  } finally {
    await deps.locks.release(lock, order.owner);
  }
}

async function findKnown(
  deps: EnrichmentDeps,
  { observable, provider, retryBudget }: Order,
): Promise<Step | null> {
  const row = await deps.enrichments.findFresh(observable.id, provider.name, deps.now());
  if (row === null) return null;
  const waitSeconds = waitFor(deps, retryBudget, row);
  return waitSeconds === null
    ? { row: { ...row, cached: true }, unreachable: null }
    : { waitSeconds };
}

async function findAnew(deps: EnrichmentDeps, order: Order): Promise<Step> {
  const { observable, provider, target, retryBudget } = order;
  const key = keyOf(provider.name, target);
  const shared = await deps.enrichments.findFreshByTarget(key, deps.now());
  const found = shared ?? (await lookUp(deps, order));
  const waitSeconds = waitFor(deps, retryBudget, found);
  if (waitSeconds !== null) return { waitSeconds };
  const row = makeRow(deps, order, found, shared !== null);
  const stored = await commit(deps, {
    act: enrichmentAct(order, row),
    when: allOf(
      deps.locks.isHeld(row.target, order.owner),
      deps.observables.isThere(row.observable_id),
    ),
    parts: [deps.enrichments.add(row)],
  });
  if (stored) return { row, unreachable: "unreachable" in found ? found.unreachable : null };
  // Either the observable was deleted meanwhile, or the lock expired because the query was too slow.
  await readObservable(deps, observable.id);
  return { waitSeconds: null };
}

/** Queries the provider, unless the value must never be sent. @throws AppError `marked_red` */
async function lookUp(deps: EnrichmentDeps, order: Order): Promise<Finding> {
  const { provider, target, observable, includeRed } = order;
  const why = whyKeptHere(target);
  if (why !== null) return finding(deps, "not_found", { detail: why });
  if (!includeRed && (await deps.isOnlyRed(observable))) {
    throw markedRed(
      `Only TLP:RED reports name this value, so it was not sent to ${provider.title}.`,
    );
  }
  return await provider.lookUp(deps, target);
}

/** Returns the seconds to wait for a server, or null to accept the current result. */
function waitFor(
  deps: EnrichmentDeps,
  budget: RetryBudget,
  { status, expires_at: until }: Pick<Finding, "status" | "expires_at">,
): number | null {
  return status === "rate_limited" ? spendRetryBudget(budget, deps.now(), until) : null;
}

function makeRow(
  deps: EnrichmentDeps,
  { observable, provider, target }: Order,
  found: Omit<Finding, "unreachable">,
  cached: boolean,
): EnrichmentRow {
  const { status, summary, evidence, detail, source_url, is_exact, expires_at } = found;
  const wasAsked = source_url !== null;
  return {
    id: deps.newId(),
    observable_id: observable.id,
    provider: provider.name,
    target: keyOf(provider.name, target),
    asked_for: target.value,
    status,
    confidence: confidenceOf(target, { status, isExact: is_exact, wasAsked }),
    summary,
    evidence,
    detail,
    source_url,
    is_exact,
    cached,
    created_at: deps.now(),
    expires_at,
  };
}

function enrichmentAct({ actor, includeRed }: Order, row: EnrichmentRow): Act {
  const { id, observable_id, provider, status, asked_for, cached } = row;
  const details = { observable_id, provider, status, asked_for, cached };
  return {
    actor,
    action: "observable.enrich",
    object: ["enrichment", id],
    details: { ...details, ...(includeRed && { include_red: true }) },
  };
}

function requireTarget(
  { title, kinds, targetOf }: EnrichmentProvider,
  { kind, normalized_value: value }: Observable,
): Target {
  const target = targetOf(kind, value);
  if (target !== null) return target;
  const known = kinds.some((one) => one === kind);
  const detail = known
    ? `${title} takes single addresses, and this is a network.`
    : `${title} cannot be asked about an observable of the kind ${kind}. It takes ${kinds.join(", ")}.`;
  throw new AppError("unsupported_kind", detail);
}
