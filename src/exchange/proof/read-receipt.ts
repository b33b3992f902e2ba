import type { ProofDeps } from "./deps.ts";
import type { SignedReport } from "./signed-report.ts";

/** Proof of a signature for anyone who can contact its workspace. */
export interface Receipt {
  /** SHA-256 of the signed content, in hexadecimal digits. */
  content_sha256: string;
  /** Whether it was unchanged when the link was created. */
  is_unchanged: boolean;
  /** The audit entry of the signature; null if it is not found. */
  entry: {
    id: string;
    seq: number;
    at: string;
    /** Hash of the entry in the chain; null until it is sealed, shortly after. */
    hash: string | null;
  } | null;
}

/** Maximum changes of a report to search for its signature. */
const MAX_ENTRIES = 50;

/** Builds the receipt of a signed report. */
export async function readReceipt(
  { audit }: Pick<ProofDeps, "audit">,
  { session_id: id, signed_by: by }: SignedReport,
  content: string,
  isUnchanged: boolean,
): Promise<Receipt> {
  const { items } = await audit.list(
    { limit: MAX_ENTRIES, offset: 0 },
    { object_type: "session", object_id: id, action: "session.update", actor: by },
  );
  const entry = items.find(({ details }) => recordsSignature(details));
  return {
    content_sha256: content,
    is_unchanged: isUnchanged,
    entry: entry
      ? { id: entry.id, seq: entry.seq, at: entry.created_at, hash: entry.hash ?? null }
      : null,
  };
}

function recordsSignature(details: string): boolean {
  const { changes } = JSON.parse(details) as { changes?: Record<string, { to?: unknown }> };
  return changes?.["review_state"]?.to === "signed";
}
