import type { Context } from "../context.ts";
import { GENESIS, hashOf } from "./chain.ts";
import type { Seal } from "./store.ts";

const STEP = 500;

/**
 * Chains the rows that are not sealed yet. Two at once compute the same, since rows are only ever
 * appended, one behind the other.
 */
export async function sealAudit(context: Context): Promise<void> {
  const last = await context.audit.lastSeal();
  let seq = last?.seq ?? 0;
  let previous = last?.hash ?? GENESIS;
  for (;;) {
    const entries = await context.audit.listAfter(seq, STEP);
    const seals: Seal[] = [];
    for (const entry of entries) {
      const hash = await hashOf(entry, previous);
      seals.push({ seq: entry.seq, prev_hash: previous, hash });
      previous = hash;
    }
    if (seals.length > 0) await context.audit.addSeals(seals);
    if (entries.length < STEP) return;
    seq = entries.at(-1)?.seq ?? seq;
  }
}
