import { retryEdit } from "../../platform/lib/retry-edit.ts";
import { commit } from "../../platform/audit/commit.ts";
import { describeChanges } from "../../platform/audit/describe-changes.ts";
import type { DossierDeps } from "./deps.ts";
import { noSuchDossier } from "./dossier-errors.ts";
import { requireDossierState } from "./dossier-state.ts";
import { type DossierState, readDossier } from "./read-dossier.ts";
import { requireSessions } from "./require-sessions.ts";
import type { DossierChange } from "./params.ts";
import { DOSSIER_FIELDS } from "./vocabulary.ts";

/**
 * Changes the given fields of a dossier. Equal values change nothing. Sessions deleted since they were added may
 * remain.
 * @throws AppError `not_found`; `validation_error` for sessions that do not exist; `conflict`;
 * `precondition_failed`
 */
export async function changeDossier(
  deps: DossierDeps,
  actor: string,
  dossierId: string,
  given: DossierChange,
  ifMatch?: string,
): Promise<DossierState> {
  return await retryEdit(deps, "this dossier", async () => {
    const before = await deps.dossiers.find(dossierId);
    if (before === null) throw noSuchDossier(dossierId);
    await requireSessions(deps, given.session_ids ?? [], before.session_ids);
    const fields = DOSSIER_FIELDS.filter((field) => {
      const value = given[field];
      return value !== undefined && JSON.stringify(value) !== JSON.stringify(before[field]);
    });
    if (fields.length === 0) return await readDossier(deps, dossierId);
    await requireDossierState(deps, ifMatch, before);
    const change: Partial<typeof before> = Object.fromEntries(
      fields.map((field) => [field, given[field]]),
    );
    const happened = await commit(deps, {
      act: {
        actor,
        action: "dossier.update",
        object: ["dossier", dossierId],
        details: {
          ...describeChanges(before, change, ["note"]),
          ...(fields.includes("name") && { name: given.name }),
          ...(fields.includes("session_ids") && { session_ids: given.session_ids }),
        },
      },
      when: deps.dossiers.isThere(before),
      parts: [deps.dossiers.change(dossierId, change)],
    });
    if (happened) return await readDossier(deps, dossierId);
    return null;
  });
}
