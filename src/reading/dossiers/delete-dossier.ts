import { commit } from "../../platform/audit/commit.ts";
import type { DossierDeps } from "./deps.ts";
import { noSuchDossier } from "./dossier-errors.ts";

/**
 * Deletes a dossier; its sessions stay.
 * @throws AppError `not_found`
 */
export async function deleteDossier(
  deps: DossierDeps,
  actor: string,
  dossierId: string,
): Promise<void> {
  const found = await deps.dossiers.find(dossierId);
  if (found === null) throw noSuchDossier(dossierId);
  const deleted = await commit(deps, {
    act: {
      actor,
      action: "dossier.delete",
      object: ["dossier", dossierId],
      details: { name: found.name },
    },
    when: deps.dossiers.isThere({ id: dossierId }),
    parts: [deps.dossiers.remove(dossierId)],
  });
  if (!deleted) throw noSuchDossier(dossierId);
}
