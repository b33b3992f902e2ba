import type { TaxiiDeps } from "./deps.ts";
import { toLedgerRow } from "./ledger-row.ts";
import { findTouched, planEntry, type Shared } from "./plan-entry.ts";
import { readSharedObjects } from "./shared-objects.ts";
import type { LedgerState } from "./store.ts";

const MICROS = 1_000;

/**
 * Enters what a session shares now into the ledger: what is new or changed is listed behind everything else, what is
 * gone is withdrawn. Does nothing where it is entered already, or another request wrote meanwhile.
 * @param until the moment up to which all sessions are entered with this one; null leaves it as it is
 */
export async function enterSession(
  deps: TaxiiDeps,
  state: LedgerState,
  id: string,
  until: string | null,
): Promise<void> {
  // Read before the content: if the session changes meanwhile, it is found again.
  const session = await deps.sessions.find(id);
  const shared = session && (await readShared(deps, id));
  const known = await deps.taxii.listOrigins(id);
  const touched = await deps.taxii.readTouched(id, findTouched(known, shared));
  const now = deps.now();
  const next = {
    ...state,
    turn: deps.newId(),
    // Later than everything that is listed, whatever the clock says.
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
