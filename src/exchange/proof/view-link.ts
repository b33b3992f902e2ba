import type { ProofDeps } from "./deps.ts";
import type { ProofLinkView } from "./schema.ts";
import type { ProofLinkRow } from "./store.ts";

/**
 * Returns a link as shown in lists.
 * @param signedAt time of the report's last signature; null while it is not signed
 */
export function viewLink(
  { now }: Pick<ProofDeps, "now">,
  row: ProofLinkRow,
  signedAt: string | null,
): ProofLinkView {
  const { hash: _hash, content_sha256: _content, ...shown } = row;
  return { ...shown, is_open: isOpen(row, signedAt, now()) };
}

/** Returns whether a link is valid: before its expiry, and while the report has the same signature. */
export function isOpen(
  { expires_at: expires, signed_at: own }: Pick<ProofLinkRow, "expires_at" | "signed_at">,
  signedAt: string | null,
  now: string,
): boolean {
  return expires > now && own === signedAt;
}
