import type { TaxiiDeps } from "./deps.ts";
import { toLedgerRow } from "./ledger-row.ts";
import { findTouched, planEntry, type Shared } from "./plan-entry.ts";
import { readSharedObjects } from "./shared-objects.ts";
import type { LedgerState } from "./store.ts";

const MICROS = 1_000;

/**
 * Enters a session's shared objects into the ledger. New or changed objects are listed last, and removed ones are
 * withdrawn. Does nothing if they are entered already, or if another request wrote in the meantime.
 * @param until time up to which all sessions are entered, including this one; null leaves it unchanged
 */
export async function enterSession(
  deps: TaxiiDeps,
  state: LedgerState,
  id: string,
  until: string | null,
): Promise<void> {
  // Read before the content, so that a concurrent change of the session is found later.
  const session = await deps.sessions.find(id);
  const shared = session && (await readShared(deps, id));
  const known = await deps.taxii.listOrigins(id);
  const touched = await deps.taxii.readTouched(id, findTouched(known, shared));
  const now = deps.now();
  const next = {
    ...state,
    turn: deps.newId(),
    // Later than everything listed, whatever the clock.
    last_added: Math.max(state.last_added, Date.parse(now) * MICROS),
    sessions_until: until === null || until < state.sessions_until ? state.sessions_until : until,
  };
  const readAt = session === null ? null : session.updated_at;
  await deps.taxii.enter(state, next, { id, readAt }, planEntry(id, shared, touched, now));
}

async function readShared(deps: TaxiiDeps, id: string): Promise<Shared | null> {
  const shared = await readSharedObjects(deps, id);
  return shared && { level: shared.level, rows: shared.objects.map(toLedgerRow) };
}
