import type { AuditDeps } from "./deps.ts";
import { type ChainHead, GENESIS } from "./chain.ts";
import { findRowFault } from "./find-row-fault.ts";
import { judgeHead } from "./judge-head.ts";
import type { AuditVerdict, BrokenRow } from "./schema.ts";
import { sealAudit } from "./seal-audit.ts";
import { yieldToOthers } from "../lib/yield-to-others.ts";

/** Rows per step, read with two queries. At the edge, an invocation has 1,000 queries, enough for a million rows. */
const STEP = 2_000;
/** Rows after which other requests get a turn. */
const SLICE = 500;
/** The request or job that wrote a row seals it, so this is more than enough. */
const SEALED_WITHIN_SECONDS = 60;

/** How far the chain was verified, and the first invalid row. */
interface Walk {
  rows: number;
  last: number;
  hash: string;
  broken: BrokenRow | null;
  isHeadMet: boolean;
}

/**
 * Recomputes the whole chain and returns the first invalid row: changed, removed, inserted, or not sealed in time. The
 * head, stored outside the database, marks the end. Both are signed with a key that neither the database nor the head
 * contains.
 */
export async function verifyAudit(deps: AuditDeps): Promise<AuditVerdict> {
  const late = await findLateRow(deps);
  await sealAudit(deps);
  const { head, fault } = judgeHead(await deps.auditHead.read(), deps.auditKeys);
  const walk = await walkChain(deps, head);
  const broken = walk.broken ?? findLostEnd(walk, head) ?? late;
  const reasons = [
    broken === null ? null : `Row ${broken.seq} ${broken.reason}.`,
    fault === null ? null : `The head of the chain, audit/head.json, ${fault}.`,
  ].filter((sentence) => sentence !== null);
  return {
    valid: reasons.length === 0,
    rows: walk.rows,
    first_broken: broken,
    reason: reasons.length === 0 ? null : reasons.join(" "),
    head: walk.hash,
    under_key_from: head?.from ?? null,
    key_id: deps.auditKeys.currentId,
  };
}

/** Returns the first row that was not sealed in time. */
async function findLateRow(deps: AuditDeps): Promise<BrokenRow | null> {
  const last = await deps.audit.lastSeal();
  const [entry] = await deps.audit.listAfter(last?.seq ?? 0, 1);
  if (entry === undefined || entry.created_at > deps.now(-SEALED_WITHIN_SECONDS)) return null;
  return { seq: entry.seq, id: entry.id, reason: "was not sealed within a minute" };
}

async function walkChain(deps: AuditDeps, head: ChainHead | null): Promise<Walk> {
  const isHeadMet = head === null || head.seq === 0;
  const walk: Walk = { rows: 0, last: 0, hash: GENESIS, broken: null, isHeadMet };
  for (;;) {
    const before = walk.last;
    const seals = await deps.audit.listSealsAfter(before, STEP);
    const entries = await deps.audit.listAfter(before, STEP);
    for (let place = 0; place < Math.max(seals.length, entries.length); place += 1) {
      const [entry, seal] = [entries[place], seals[place]];
      // A row that arrived during verification has no seal yet. Only the rows before it count.
      const expected = (entries[place - 1]?.seq ?? before) + 1;
      const known = { previous: walk.hash, expected, head, keys: deps.auditKeys };
      walk.broken = findRowFault(entry, seal, known);
      if (walk.broken !== null) return walk;
      if (seal === undefined) continue;
      walk.isHeadMet ||= seal.seq === head?.seq;
      walk.hash = seal.hash;
      walk.last = seal.seq;
      walk.rows += 1;
      if (walk.rows % SLICE === 0) await yieldToOthers();
    }
    if (seals.length < STEP) return walk;
  }
}

/** Returns the removed rows at the end, if the recorded head was not found in the chain. */
function findLostEnd(walk: Walk, head: ChainHead | null): BrokenRow | null {
  if (walk.isHeadMet || head === null) return null;
  const reason = `was removed, and all that came after it up to ${head.seq}`;
  return { seq: walk.last + 1, id: null, reason };
}
