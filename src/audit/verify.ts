import type { Context } from "../context.ts";
import { GENESIS, hashOf, type StoredEntry } from "./chain.ts";
import type { ChainHead } from "./head-store.ts";
import type { AuditVerdict } from "./schema.ts";
import { sealAudit } from "./seal.ts";
import type { Seal } from "./store.ts";

const STEP = 500;

/**
 * Computes the whole chain anew and names the first row that does not fit: changed, removed, or
 * slipped in. That its end was cut off shows by the head that is kept outside of the database.
 */
export async function verifyAudit(context: Context): Promise<AuditVerdict> {
  // Before anything is sealed anew: what was cut off must not be forgotten.
  const head = await context.auditHead.read();
  await sealAudit(context);
  let previous = GENESIS;
  let rows = 0;
  let seq = 0;
  let isHeadMet = head === null;
  for (;;) {
    const seals = await context.audit.listSealsAfter(seq, STEP);
    const entries = await context.audit.listAfter(seq, STEP);
    for (let place = 0; place < Math.max(seals.length, entries.length); place += 1) {
      const [entry, seal] = [entries[place], seals[place]];
      const expected = (seals[place - 1]?.seq ?? seq) + 1;
      const broken = await faultOf(entry, seal, { previous, expected, head });
      if (broken !== null) return { valid: false, rows, first_broken: broken, head: previous };
      isHeadMet ||= seal?.seq === head?.seq;
      // A row that came while this was going on has no seal yet.
      if (seal === undefined) break;
      previous = seal.hash;
      rows += 1;
    }
    seq = seals.at(-1)?.seq ?? seq;
    if (seals.length < STEP) return conclude(rows, seq, previous, isHeadMet ? null : head);
  }
}

/** @param lost the head that was noted and never met */
function conclude(rows: number, last: number, hash: string, lost: ChainHead | null): AuditVerdict {
  if (lost === null) return { valid: true, rows, first_broken: null, head: hash };
  const reason = `was removed, and all that came after it up to ${lost.seq}`;
  return { valid: false, rows, first_broken: { seq: last + 1, id: null, reason }, head: hash };
}

/** What a row should be, by what came before it. */
interface Expected {
  previous: string;
  /** Rows are numbered without gaps. */
  expected: number;
  head: ChainHead | null;
}

async function faultOf(
  entry: StoredEntry | undefined,
  seal: Seal | undefined,
  { previous, expected, head }: Expected,
): Promise<AuditVerdict["first_broken"]> {
  const fault = (seq: number, reason: string) => ({ seq, id: entry?.id ?? null, reason });
  const nearest = Math.min(entry?.seq ?? Infinity, seal?.seq ?? Infinity);
  if (nearest > expected) return { seq: expected, id: null, reason: "was removed" };
  if (seal === undefined) return null;
  if (entry === undefined || entry.seq > seal.seq) return fault(seal.seq, "was removed");
  if (entry.seq < seal.seq) return fault(entry.seq, "was slipped in, or its seal was removed");
  if (seal.prev_hash !== previous) return fault(seal.seq, "is not chained to the row before it");
  if (seal.seq === head?.seq && seal.hash !== head.hash) {
    return fault(seal.seq, "is not the row that was last known");
  }
  const isSame = (await hashOf(entry, previous)) === seal.hash;
  return isSame ? null : fault(seal.seq, "was changed, or its seal was");
}
