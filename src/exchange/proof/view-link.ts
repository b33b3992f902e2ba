import type { ProofDeps } from "./deps.ts";
import type { ProofLinkView } from "./schema.ts";
import type { ProofLinkRow } from "./store.ts";

/**
 * A link as lists show it.
 * @param signedAt when the report was signed last; null while it is not signed
 */
export function viewLink(
  { now }: Pick<ProofDeps, "now">,
  row: ProofLinkRow,
  signedAt: string | null,
): ProofLinkView {
  const { hash: _hash, content_sha256: _content, ...shown } = row;
  return { ...shown, is_open: isOpen(row, signedAt, now()) };
}

/** Whether a link still opens: before its expiry, and only while the report bears that very signature. */
export function isOpen(
  { expires_at: expires, signed_at: own }: Pick<ProofLinkRow, "expires_at" | "signed_at">,
  signedAt: string | null,
  now: string,
): boolean {
  return expires > now && own === signedAt;
}
