import type { AuditDeps } from "./deps.ts";
import { type ChainHead, GENESIS } from "./chain.ts";
import type { HeadReading } from "./head-store.ts";
import { type Change, commit } from "./commit.ts";
import type { Seal } from "./store.ts";

/**
 * Puts a trail under a key for the first time, if it is new or has plain hashes and its last recorded row still exists.
 * The change is a row of the trail, and so is itself under the key. Returns null if this is not allowed. Then the head
 * stays missing or unproven, and verification reports it.
 */
export async function adoptKey(
  deps: AuditDeps,
  reading: HeadReading,
  last: Seal | null,
): Promise<ChainHead | null> {
  if (!deps.settings.AUDIT_ADOPT || (last?.mac ?? null) !== null) return null;
  const isBegun = reading.kind === "plain" && (await isInChain(deps, reading, last));
  const isNew = reading.kind === "missing" && last === null;
  if (!isBegun && !isNew) return null;
  const unkeyed = await deps.audit.lastUnkeyed();
  // Rows have a key but their seals do not: somebody removed the seals.
  if (last !== null && unkeyed < last.seq) return null;
  const from = unkeyed === 0 ? 1 : await noteKeyChange(deps, last, null, 1);
  return { seq: last?.seq ?? 0, hash: last?.hash ?? GENESIS, from, at: deps.now() };
}

/**
 * Records that the current key applies from here on, and returns the row's number.
 * @param since earlier rows concern a previous period in which the key was in use
 */
export async function noteKeyChange(
  deps: AuditDeps,
  last: Seal | null,
  previous: string | null,
  since: number,
): Promise<number> {
  const id = deps.auditKeys.currentId;
  const details = { previous, last_seq: last?.seq ?? 0, last_hash: last?.hash ?? GENESIS };
  const change = {
    act: { actor: "service", action: "audit.key_change", object: ["audit_key", id], details },
    when: deps.audit.isNewKey(id, since),
    parts: [],
  } satisfies Change;
  await commit(deps, change);
  const [row] = await deps.audit.selectKeyChange(id, since);
  return row?.seq ?? 0;
}

/** Returns whether a head is a row of the chain. The head of an empty chain always is. */
export async function isInChain(
  deps: AuditDeps,
  head: { seq: number; hash: string },
  last: Seal | null,
): Promise<boolean> {
  if (head.seq === 0) return head.hash === GENESIS;
  const known = head.seq === last?.seq ? last : await deps.audit.findSeal(head.seq);
  return known?.hash === head.hash;
}
