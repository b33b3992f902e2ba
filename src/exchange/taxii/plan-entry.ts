import type { LedgerRow } from "./ledger-row.ts";
import type { LedgerObject, Origin, Place, Touched } from "./store.ts";
import type { SharedLevel } from "../../reading/entities/shared-level.ts";

/** The objects that a session currently shares; null for a deleted session. */
export interface Shared {
  level: SharedLevel;
  rows: readonly LedgerRow[];
}

/** The changes to the ledger. */
export interface EntryPlan {
  /** Origins that the session no longer has. */
  forgotten: string[];
  origins: Origin[];
  /** Objects to remove from the list, including those that are listed again at the end. */
  removed: Place[];
  added: Omit<LedgerObject, "added">[];
  /** Listed objects that another session with the same version now provides. */
  handedOn: Place[];
}

/** Returns the new, changed or removed origins of a session, each with its place. */
export function findTouched(known: readonly Origin[], shared: Shared | null): Place[] {
  const now = new Map(shared?.rows.map((row) => [row.stix_id, row.version]));
  const before = new Map(known.map((origin) => [origin.stix_id, origin]));
  const gone = known.filter(
    ({ stix_id: id, level }) => shared === null || level !== shared.level || !now.has(id),
  );
  const changed = (shared?.rows ?? []).filter(({ stix_id: id, version }) => {
    const origin = before.get(id);
    return origin?.level !== shared?.level || origin?.version !== version;
  });
  return [
    ...gone.map(({ level, stix_id }) => ({ level, stix_id })),
    ...changed.map(({ stix_id }) => ({ level: (shared as Shared).level, stix_id })),
  ];
}

/**
 * Plans a session's changes to the ledger. Of an object that several sessions have, the newest version is listed. An
 * object that no session has any more is withdrawn if it had content of a report. Otherwise it is removed from the
 * list, like an object that now has other recipients: a revocation would reach both groups.
 * @param now ISO 8601, the version of withdrawals
 */
export function planEntry(
  sessionId: string,
  shared: Shared | null,
  touched: readonly Touched[],
  now: string,
): EntryPlan {
  const plan: EntryPlan = { forgotten: [], origins: [], removed: [], added: [], handedOn: [] };
  const rows = new Map(shared?.rows.map((row) => [row.stix_id, row]));
  for (const one of touched) {
    const mine = one.level === shared?.level ? rows.get(one.stix_id) : undefined;
    plan.forgotten.push(one.stix_id);
    if (mine !== undefined) {
      const { stix_id, version } = mine;
      plan.origins.push({ session_id: sessionId, stix_id, level: one.level, version });
    }
    const isElsewhere = one.is_elsewhere || rows.has(one.stix_id);
    settle(plan, one, mine, { sessionId, isElsewhere, now });
  }
  return plan;
}

/** Plans the listing of one object. */
function settle(
  plan: EntryPlan,
  { level, stix_id, listed, other }: Touched,
  mine: LedgerRow | undefined,
  { sessionId, isElsewhere, now }: { sessionId: string; isElsewhere: boolean; now: string },
): void {
  const place = { level, stix_id };
  const newest = newestOf(mine && { ...mine, session_id: sessionId }, other);
  if (newest === null) {
    if (listed === null || listed.is_withdrawn) return;
    plan.removed.push(place);
    if (listed.kept === null || isElsewhere) return;
    const { added: _added, ...row } = listed;
    plan.added.push({ ...row, version: now, is_withdrawn: true });
    return;
  }
  if (listed !== null && !listed.is_withdrawn && listed.version === newest.version) {
    if (listed.session_id === sessionId && mine?.version !== listed.version) {
      plan.handedOn.push(place);
    }
    return;
  }
  const known = mine ?? listed;
  if (known === null) return;
  if (listed !== null) plan.removed.push(place);
  const { type, in_observables, in_techniques, kept } = known;
  // A returning object must be newer than its withdrawal.
  const isOlder = listed?.is_withdrawn === true && newest.version <= listed.version;
  plan.added.push({
    ...place,
    type,
    in_observables,
    in_techniques,
    kept,
    ...newest,
    ...(isOlder && { version: now }),
    is_withdrawn: false,
  });
}

/** Returns the newer version. For equal versions, returns the other one, which is already listed. */
function newestOf(
  mine: { version: string; session_id: string } | undefined,
  other: { version: string; session_id: string } | null,
): { version: string; session_id: string } | null {
  const isMine = mine !== undefined && (other === null || mine.version > other.version);
  const newest = isMine ? mine : other;
  return newest && { version: newest.version, session_id: newest.session_id };
}
