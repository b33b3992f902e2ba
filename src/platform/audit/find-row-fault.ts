import { type ChainHead, entryText, hashOf, type StoredEntry, sealText } from "./chain.ts";
import type { AuditKeys, MacStanding } from "./audit-keys.ts";
import type { BrokenRow } from "./schema.ts";
import type { Seal } from "./store.ts";

/** What a row should be, according to the rows before it and the recorded head. */
export interface Expected {
  previous: string;
  /** Rows are numbered without gaps. */
  expected: number;
  /** Null if the head cannot be trusted. */
  head: ChainHead | null;
  keys: AuditKeys;
}

/** Returns what is wrong with a row of the trail and its seal, or null. */
export function findRowFault(
  entry: StoredEntry | undefined,
  seal: Seal | undefined,
  { previous, expected, head, keys }: Expected,
): BrokenRow | null {
  const fault = (seq: number, reason: string) => ({ seq, id: entry?.id ?? null, reason });
  const nearest = Math.min(entry?.seq ?? Infinity, seal?.seq ?? Infinity);
  if (nearest > expected) return { seq: expected, id: null, reason: "was removed" };
  const from = head?.from ?? Infinity;
  if (seal === undefined) {
    const reason = entry === undefined ? null : findEntryFault(entry, from, keys);
    return reason === null ? null : fault(entry?.seq ?? expected, reason);
  }
  if (entry === undefined || entry.seq > seal.seq) return fault(seal.seq, "was removed");
  if (entry.seq < seal.seq) return fault(entry.seq, "was slipped in, or its seal was removed");
  if (seal.prev_hash !== previous) return fault(seal.seq, "is not chained to the row before it");
  if (seal.seq === head?.seq && seal.hash !== head.hash) {
    return fault(seal.seq, "is not the row that was last known");
  }
  if (hashOf(entry, previous) !== seal.hash) {
    return fault(seal.seq, "was changed, or its seal was");
  }
  const reason =
    findEntryFault(entry, from, keys) ??
    (isProven(keys.check(sealText(seal.seq, seal.hash), seal.mac), seal.seq >= from)
      ? null
      : "has a seal that the service did not make");
  return reason === null ? null : fault(seal.seq, reason);
}

function findEntryFault(entry: StoredEntry, from: number, keys: AuditKeys): string | null {
  const standing = keys.check(entryText(entry), entry.mac);
  if (isProven(standing, entry.seq >= from)) return null;
  return standing === "false"
    ? "was changed before it was sealed"
    : "was not written by the service";
}

/** Rows from before the current key are proven by the chain, whether or not their own keys are known. */
function isProven(standing: MacStanding, isUnderKey: boolean): boolean {
  return standing === "current" || (!isUnderKey && standing !== "false");
}
