import type { TaxiiDeps } from "./deps.ts";
import { enterSession } from "./enter-session.ts";
import { findStaleSessions, TELLING_ACTIONS } from "./stale-sessions.ts";
import type { LedgerState } from "./store.ts";

/** Maximum sessions that one request enters, so that the first of many does not wait for all. */
const MAX_ENTERED = 20;
/** Seconds after which a request enters no further session. */
const MAX_SECONDS = 1.5;
/** Maximum sessions and entries read in one step. */
const STEP = 500;
/** A session may be stored slightly later than its `updated_at`. */
const OVERLAP_MS = 10_000;

/**
 * Updates the ledger from the sessions, within the limits of one request.
 * @returns whether nothing is left
 */
export async function catchUp(deps: TaxiiDeps): Promise<boolean> {
  const end = deps.now(MAX_SECONDS);
  for (let entered = 0; entered < MAX_ENTERED && deps.now() <= end; entered += 1) {
    const isEntered = await enterNext(deps, await openState(deps));
    if (!isEntered) return true;
  }
  return false;
}

async function openState(deps: TaxiiDeps): Promise<LedgerState> {
  const known = await deps.taxii.readState();
  if (known !== null) return known;
  await deps.taxii.begin(deps.newId(), await deps.audit.lastSeq());
  return await openState(deps);
}

/** Enters one changed session. Returns false if there is none. */
async function enterNext(deps: TaxiiDeps, before: LedgerState): Promise<boolean> {
  const state = await followTrail(deps, before);
  const stale = await deps.taxii.findStale();
  if (stale !== null) {
    await enterSession(deps, state, stale, null);
    return true;
  }
  const changed = await findChanged(deps, state);
  if (changed !== null) await enterSession(deps, state, changed.id, changed.updated_at);
  return changed !== null;
}

/** Records sessions affected by other changes, such as the deletion of an observable. */
async function followTrail(deps: TaxiiDeps, before: LedgerState): Promise<LedgerState> {
  const last = await deps.audit.lastSeq();
  if (last === before.trail_until) return before;
  const entries = await deps.audit.listActionsAfter(before.trail_until, TELLING_ACTIONS, STEP);
  const seen = entries.length < STEP ? last : (entries.at(-1)?.seq ?? last);
  const ids = await findStaleSessions(deps, entries);
  const next = { ...before, turn: deps.newId(), trail_until: seen };
  await deps.taxii.markStale(before, next, ids);
  const after = await openState(deps);
  return after.trail_until === last ? after : await followTrail(deps, after);
}

/** Returns the least recently changed session that is not entered in its current state. */
async function findChanged(
  deps: TaxiiDeps,
  { sessions_until: until }: LedgerState,
): Promise<{ id: string; updated_at: string } | null> {
  const since = until === "" ? "" : new Date(Date.parse(until) - OVERLAP_MS).toISOString();
  let after = { updated_at: since, id: "" };
  for (;;) {
    const page = await deps.sessions.listChangedAfter(after, STEP);
    const read = await deps.taxii.listRead(page.map(({ id }) => id));
    const changed = page.find(({ id, updated_at: at }) => read.get(id) !== at);
    if (changed !== undefined) return changed;
    const last = page.at(-1);
    if (last === undefined || page.length < STEP) return null;
    after = last;
  }
}
