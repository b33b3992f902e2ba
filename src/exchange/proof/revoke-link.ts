import { commit } from "../../platform/audit/commit.ts";
import { AppError } from "../../platform/lib/errors.ts";
import type { ProofDeps } from "./deps.ts";
import { requireProofLinks } from "./require-proof-links.ts";

/** Revokes a link of a report. @throws AppError `not_found` */
export async function revokeProofLink(
  deps: ProofDeps,
  actor: string,
  { session_id: sessionId, id }: { session_id: string; id: string },
): Promise<void> {
  requireProofLinks(deps);
  const link = await deps.proofLinks.find(id);
  if (link?.session_id !== sessionId) throw notFound();
  const isRevoked = await commit(deps, {
    act: {
      actor,
      action: "proof.revoke",
      object: ["proof_link", id],
      details: { session_id: link.session_id },
    },
    when: deps.proofLinks.isThere(id),
    parts: [deps.proofLinks.remove(id)],
  });
  if (!isRevoked) throw notFound();
}

function notFound(): AppError {
  return new AppError("not_found", "The report has no proof link with this id.");
}
