import { commit } from "../../platform/audit/commit.ts";
import { requireRoom } from "../../platform/quotas/require-room.ts";
import type { DossierDeps } from "./deps.ts";
import { type DossierState, readDossier } from "./read-dossier.ts";
import { requireSessions } from "./require-sessions.ts";
import type { DossierInput } from "./params.ts";

/**
 * Saves a dossier of sessions. Names need not be unique.
 * @throws AppError `validation_error` for sessions that do not exist; `quota_exceeded`
 */
export async function createDossier(
  deps: DossierDeps,
  actor: string,
  { name, session_ids: ids, note = "", tlp = null }: DossierInput,
): Promise<DossierState> {
  await requireSessions(deps, ids);
  await requireRoom(deps, { dossiers: 1 });
  const id = deps.newId();
  await commit(deps, {
    act: {
      actor,
      action: "dossier.create",
      object: ["dossier", id],
      details: { name, session_ids: ids },
    },
    when: "always",
    parts: [deps.dossiers.create({ id, name, note, tlp, session_ids: ids, created_by: actor })],
  });
  return await readDossier(deps, id);
}
