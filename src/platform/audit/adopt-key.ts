import type { AuditDeps } from "./deps.ts";
import { type ChainHead, GENESIS } from "./chain.ts";
import type { HeadReading } from "./head-store.ts";
import { type Change, commit } from "./commit.ts";
import type { Seal } from "./store.ts";

/**
 * Puts a trail under a key for the first time: a new one, or one of plain hashes, as long as what it
 * noted last is still there. The change-over is a row of the trail, and so under the key itself.
 * Null where that may not be: then the head stays missing or unproven, and verification says so.
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
  // Rows under a key whose seals are under none: somebody took those away.
  if (last !== null && unkeyed < last.seq) return null;
  const from = unkeyed === 0 ? 1 : await noteKeyChange(deps, last, null, 1);
  return { seq: last?.seq ?? 0, hash: last?.hash ?? GENESIS, from, at: deps.now() };
}

/**
 * Records that the key of today counts from here on; answers the number of the row.
 * @param since rows before this one speak of an earlier time in which the key was in use
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

/** Whether a head is a row of the chain; the one of an empty chain always is. */
export async function isInChain(
  deps: AuditDeps,
  head: { seq: number; hash: string },
  last: Seal | null,
): Promise<boolean> {
  if (head.seq === 0) return head.hash === GENESIS;
  const known = head.seq === last?.seq ? last : await deps.audit.findSeal(head.seq);
  return known?.hash === head.hash;
}
