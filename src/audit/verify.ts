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
  for (;;) {
    const seals = await context.audit.listSealsAfter(seq, STEP);
    const entries = await context.audit.listAfter(seq, STEP);
    for (let place = 0; place < Math.max(seals.length, entries.length); place += 1) {
      const [entry, seal] = [entries[place], seals[place]];
      const isHead = seal !== undefined && seal.seq === head?.seq;
      const fault =
        isHead && seal.hash !== head.hash
          ? "is not the row that was last known"
          : await faultOf(entry, seal, previous);
      if (fault !== null) {
        const broken = { id: entry?.id ?? null, seq: nearest(entry, seal), reason: fault };
        return { valid: false, rows, first_broken: broken, head: previous };
      }
      // A row that came while this was going on has no seal yet.
      if (seal === undefined) break;
      previous = seal.hash;
      rows += 1;
    }
    seq = seals.at(-1)?.seq ?? seq;
    if (seals.length < STEP) return conclude(rows, seq, previous, head);
  }
}

function conclude(rows: number, last: number, hash: string, head: ChainHead | null): AuditVerdict {
  const isCut = head !== null && head.seq > last;
  const reason = `was removed, and all that came after it up to ${head?.seq}`;
  const broken = isCut ? { seq: last + 1, id: null, reason } : null;
  return { valid: !isCut, rows, first_broken: broken, head: hash };
}

function nearest(entry: StoredEntry | undefined, seal: Seal | undefined): number {
  return Math.min(entry?.seq ?? Number.MAX_SAFE_INTEGER, seal?.seq ?? Number.MAX_SAFE_INTEGER);
}

async function faultOf(
  entry: StoredEntry | undefined,
  seal: Seal | undefined,
  previous: string,
): Promise<string | null> {
  if (seal === undefined) return null;
  if (entry === undefined || entry.seq > seal.seq) return "was removed";
  if (entry.seq < seal.seq) return "was slipped in, or its seal was removed";
  if (seal.prev_hash !== previous) return "is not chained to the row before it";
  return (await hashOf(entry, previous)) === seal.hash ? null : "was changed, or its seal was";
}
