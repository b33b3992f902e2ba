import { AppError } from "../../platform/lib/errors.ts";
import type { ProofDeps } from "./deps.ts";

/** Rejects all requests while proof links are disabled. @throws AppError `not_found` */
export function requireProofLinks({ settings }: Pick<ProofDeps, "settings">): void {
  if (settings.PROOF_LINKS) return;
  throw new AppError("not_found", "Proof links are turned off. PROOF_LINKS=true turns them on.");
}
