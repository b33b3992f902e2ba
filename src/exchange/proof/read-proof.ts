import { hashText } from "../../platform/lib/hash-text.ts";
import type { ProofDeps } from "./deps.ts";
import { type Receipt, readReceipt } from "./read-receipt.ts";
import { hashReport, isRed, readSignedReport, type SignedReport } from "./signed-report.ts";
import type { ProofLinkRow } from "./store.ts";
import { isOpen } from "./view-link.ts";

/** The content behind a link. */
export interface Proof {
  link: ProofLinkRow;
  report: SignedReport;
  receipt: Receipt;
}

/** Returns the link of a secret, valid or not. Returns null for an unknown one, and while links are disabled. */
export async function findLink(
  deps: Pick<ProofDeps, "proofLinks" | "settings">,
  secret: string,
): Promise<ProofLinkRow | null> {
  if (!deps.settings.PROOF_LINKS) return null;
  return await deps.proofLinks.findByHash(await hashText(secret));
}

/**
 * Returns the content of a link. Returns null if it has expired, or the report is deleted, reopened or marked TLP:RED.
 */
export async function readProof(deps: ProofDeps, link: ProofLinkRow): Promise<Proof | null> {
  if (!isOpen(link, link.signed_at, deps.now())) return null;
  const report = await readSignedReport(deps, link.session_id);
  if (report === null || isRed(report) || !isOpen(link, report.signed_at, deps.now())) return null;
  const content = await hashReport(report);
  const receipt = await readReceipt(deps, report, content, content === link.content_sha256);
  return { link, report, receipt };
}
