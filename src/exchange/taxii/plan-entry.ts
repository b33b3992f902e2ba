import type { LedgerRow } from "./ledger-row.ts";
import type { LedgerObject, Origin, Place, Touched } from "./store.ts";
import type { SharedLevel } from "../../reading/entities/shared-level.ts";

/** What a session shares now; null for one that is gone. */
export interface Shared {
  level: SharedLevel;
  rows: readonly LedgerRow[];
}

/** What changes in the ledger. */
export interface EntryPlan {
  /** Origins of the session that are no longer so. */
  forgotten: string[];
  origins: Origin[];
  /** Objects that are no longer listed, or that are listed again after all others. */
  removed: Place[];
  added: Omit<LedgerObject, "added">[];
  /** Listed objects for which another session with the same version answers from now on. */
  handedOn: Place[];
}

/** The origins of a session that are new, changed or gone, each with its place. */
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
 * Plans what a session changes in the ledger. Of an object that several sessions have, the newest version is listed.
 * One that no session has any more is withdrawn where it said what a report says; others just leave the list, as does
 * what may now reach other people than before: a revocation would reach both.
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

/** Decides what the list has of one object. */
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
  // What comes back has to be newer than its withdrawal.
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

/** The newer version; of the same version that of the others, which is listed already. */
function newestOf(
  mine: { version: string; session_id: string } | undefined,
  other: { version: string; session_id: string } | null,
): { version: string; session_id: string } | null {
  const isMine = mine !== undefined && (other === null || mine.version > other.version);
  const newest = isMine ? mine : other;
  return newest && { version: newest.version, session_id: newest.session_id };
}
