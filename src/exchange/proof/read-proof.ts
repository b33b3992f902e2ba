import { hashText } from "../../platform/lib/hash-text.ts";
import type { ProofDeps } from "./deps.ts";
import { type Receipt, readReceipt } from "./read-receipt.ts";
import { hashReport, isRed, readSignedReport, type SignedReport } from "./signed-report.ts";
import type { ProofLinkRow } from "./store.ts";
import { isOpen } from "./view-link.ts";

/** What a link opens. */
export interface Proof {
  link: ProofLinkRow;
  report: SignedReport;
  receipt: Receipt;
}

/** The link of a secret, whether or not it opens; null for an unknown one, and while there are no links. */
export async function findLink(
  deps: Pick<ProofDeps, "proofLinks" | "settings">,
  secret: string,
): Promise<ProofLinkRow | null> {
  if (!deps.settings.PROOF_LINKS) return null;
  return await deps.proofLinks.findByHash(await hashText(secret));
}

/** What a link opens; null where it has expired, or the report is gone, reopened or marked TLP:RED. */
export async function readProof(deps: ProofDeps, link: ProofLinkRow): Promise<Proof | null> {
  if (!isOpen(link, link.signed_at, deps.now())) return null;
  const report = await readSignedReport(deps, link.session_id);
  if (report === null || isRed(report) || !isOpen(link, report.signed_at, deps.now())) return null;
  const content = await hashReport(report);
  const receipt = await readReceipt(deps, report, content, content === link.content_sha256);
  return { link, report, receipt };
}
