import type { AuditDeps } from "./deps.ts";
import { describeError } from "../lib/log.ts";
import { adoptKey, isInChain, noteKeyChange } from "./adopt-key.ts";
import { type ChainHead, GENESIS, hashOf, headText, sealText } from "./chain.ts";
import type { HeadReading } from "./head-store.ts";
import { judgeHead } from "./judge-head.ts";
import type { Seal } from "./store.ts";

const STEP = 500;
const HEAD_TRIES = 3;
/** A head is logged at most once per minute. */
const MINUTE = "2026-01-01T00:00".length;

/**
 * Chains the rows that are not sealed yet. Concurrent runs compute the same result, because rows are only appended. A
 * head that is missing, false or no longer in the chain stays as it is, so that truncation is still noticed.
 */
export async function sealAudit(deps: AuditDeps): Promise<void> {
  const reading = await deps.auditHead.read();
  const last = await deps.audit.lastSeal();
  const head = await openHead(deps, reading, last);
  const end = await addSeals(deps, last);
  if (head === null || end === null) {
    if (head !== null && reading.kind !== "signed") await noteHead(deps, head, reading);
    return;
  }
  const isNoted = reading.kind === "signed" && reading.head.from === head.from;
  if (isNoted && head.seq >= end.seq) return;
  const { seq, hash } = end;
  await noteHead(deps, { seq, hash, from: head.from, at: deps.now() }, reading);
}

/** Seals the rows of a request or job. If it fails, the next run seals them. */
export async function sealQuietly(deps: AuditDeps): Promise<void> {
  await sealAudit(deps).catch((error: unknown) => {
    deps.log("warn", "audit.not_sealed", describeError(error));
  });
}

/** Returns the head that the chain continues from, under the current key, or null if it does not continue. */
async function openHead(
  deps: AuditDeps,
  reading: HeadReading,
  last: Seal | null,
): Promise<ChainHead | null> {
  if (reading.kind !== "signed") return await adoptKey(deps, reading, last);
  const judged = judgeHead(reading, deps.auditKeys);
  if (judged.head === null || !(await isInChain(deps, judged.head, last))) return null;
  if (judged.isCurrent) return judged.head;
  const [previous = null] = reading.mac.split(":");
  const from = await noteKeyChange(deps, last, previous, judged.head.from);
  return { ...judged.head, from };
}

/** Adds seals and returns the last one of the chain, or null if it has none. */
async function addSeals(deps: AuditDeps, last: Seal | null): Promise<Seal | null> {
  let end = last;
  for (;;) {
    const entries = await deps.audit.listAfter(end?.seq ?? 0, STEP);
    const seals: Seal[] = [];
    for (const entry of entries) {
      const { seq } = entry;
      const previous: string = end?.hash ?? GENESIS;
      const hash = hashOf(entry, previous);
      end = { seq, prev_hash: previous, hash, mac: deps.auditKeys.sign(sealText(seq, hash)) };
      seals.push(end);
    }
    if (seals.length > 0) await deps.audit.addSeals(seals);
    if (entries.length < STEP) return end;
  }
}

/** Stores the head, unless another run has stored a later one. */
async function noteHead(deps: AuditDeps, head: ChainHead, first: HeadReading): Promise<void> {
  const mac = deps.auditKeys.sign(headText(head));
  let reading = first;
  for (let tries = 0; tries < HEAD_TRIES; tries += 1) {
    const etag = "etag" in reading ? reading.etag : null;
    if (await deps.auditHead.write(head, mac, etag)) return logHead(deps, head, first);
    reading = await deps.auditHead.read();
    const { head: other } = judgeHead(reading, deps.auditKeys);
    if (other === null || other.seq >= head.seq) return;
  }
}

/** Logs the head. An operator who stores the log elsewhere can detect that the trail and its head were rolled back. */
function logHead(deps: AuditDeps, head: ChainHead, before: HeadReading): void {
  const previous = before.kind === "signed" ? before.head.at : "";
  if (previous.slice(0, MINUTE) === head.at.slice(0, MINUTE)) return;
  const { seq, hash } = head;
  deps.log("info", "audit.head", { seq, hash, key_id: deps.auditKeys.currentId });
}
