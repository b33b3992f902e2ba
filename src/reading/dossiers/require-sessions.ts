import type { DossierDeps } from "./deps.ts";
import { noSuchSessions } from "./dossier-errors.ts";

/**
 * Checks that sessions exist, in any state.
 * @param known ids already in the dossier, which are not checked
 * @throws AppError `validation_error`
 */
export async function requireSessions(
  deps: DossierDeps,
  ids: readonly string[],
  known: readonly string[] = [],
): Promise<void> {
  const there = new Set((await deps.sessions.findAll(ids)).map(({ id }) => id));
  const missing = ids
    .map((id, place) => ({ id, place }))
    .filter(({ id }) => !there.has(id) && !known.includes(id));
  if (missing.length > 0) throw noSuchSessions(missing);
}
