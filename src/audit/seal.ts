import type { Context } from "../context.ts";
import { GENESIS, hashOf } from "./chain.ts";
import type { Seal } from "./store.ts";

const STEP = 500;

/**
 * Chains the rows that are not sealed yet. Two at once compute the same, since rows are only ever
 * appended, one behind the other; should the older head be noted last, it still is a row of the chain.
 */
export async function sealAudit(context: Context): Promise<void> {
  const last = await context.audit.lastSeal();
  let seq = last?.seq ?? 0;
  let previous = last?.hash ?? GENESIS;
  const goesOn = await isContinued(context, last);
  for (;;) {
    const entries = await context.audit.listAfter(seq, STEP);
    const seals: Seal[] = [];
    for (const entry of entries) {
      const hash = await hashOf(entry, previous);
      seals.push({ seq: entry.seq, prev_hash: previous, hash });
      previous = hash;
    }
    if (seals.length > 0) {
      await context.audit.addSeals(seals);
      if (goesOn) await context.auditHead.write({ seq: seals.at(-1)?.seq ?? 0, hash: previous });
    }
    if (entries.length < STEP) return;
    seq = entries.at(-1)?.seq ?? seq;
  }
}

/** Whether the head that was noted is in the chain; one that was cut off is not forgotten. */
async function isContinued(context: Context, last: Seal | null): Promise<boolean> {
  const head = await context.auditHead.read();
  if (head === null) return true;
  const known = head.seq === last?.seq ? last : await context.audit.findSeal(head.seq);
  return known?.hash === head.hash;
}
