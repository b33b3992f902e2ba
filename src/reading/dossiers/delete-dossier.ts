import { commit } from "../../platform/audit/commit.ts";
import type { DossierDeps } from "./deps.ts";
import { noSuchDossier } from "./dossier-errors.ts";
import { requireDossierState } from "./dossier-state.ts";

/**
 * Deletes a dossier but not its sessions.
 * @throws AppError `not_found`, `precondition_failed`
 */
export async function deleteDossier(
  deps: DossierDeps,
  actor: string,
  dossierId: string,
  ifMatch?: string,
): Promise<void> {
  let deleted = false;
  while (!deleted) {
    const found = await deps.dossiers.find(dossierId);
    if (found === null) throw noSuchDossier(dossierId);
    await requireDossierState(deps, ifMatch, found);
    deleted = await commit(deps, {
      act: {
        actor,
        action: "dossier.delete",
        object: ["dossier", dossierId],
        details: { name: found.name },
      },
      when: deps.dossiers.isThere(ifMatch === undefined ? { id: dossierId } : found),
      parts: [deps.dossiers.remove(dossierId)],
    });
  }
}
