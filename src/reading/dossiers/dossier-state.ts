import { lastActOn } from "../../platform/audit/last-act-on.ts";
import { requireState } from "../../platform/lib/require-state.ts";
import type { DossierDeps } from "./deps.ts";
import { type DossierRow, toListItem } from "./store.ts";

/** Returns the entity tag of a dossier: its revision. Changes of its sessions do not affect it. */
export function dossierEtag({ revision }: Pick<DossierRow, "revision">): string {
  return `"${revision}"`;
}

/** Rejects a change based on another state of a dossier. @throws AppError `precondition_failed` */
export async function requireDossierState(
  deps: DossierDeps,
  ifMatch: string | undefined,
  row: DossierRow,
): Promise<void> {
  await requireState(ifMatch, dossierEtag(row), `Dossier ${row.id}`, async () => ({
    current: toListItem(row),
    ...(await lastActOn(deps, { type: "dossier", id: row.id })),
  }));
}
