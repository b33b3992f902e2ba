import type { IndexedTechnique, ReleaseIndex } from "../../knowledge/attack/release-index.ts";
import { AppError } from "../../platform/lib/errors.ts";
import type { KnownIds } from "../../knowledge/attack/ids/known-ids.ts";
import { activeIdsOf, idsAt, whyNotTaken } from "../../knowledge/attack/ids/resolve-id.ts";

/** A technique of a release, and the revoked id that led to it. */
export interface ChosenTechnique {
  technique: IndexedTechnique;
  replaced_from: string | null;
}

/**
 * Returns the technique of a release for an id. Follows a revoked id, unless it has several replacements, of which the
 * caller must choose one.
 * @throws AppError `validation_error`
 */
export function chooseTechnique(
  release: ReleaseIndex,
  attackId: string,
  known: KnownIds,
): ChosenTechnique {
  const [id = "", ...others] = activeIdsOf(attackId, release, known);
  const technique = others.length === 0 ? release.techniques.get(id) : undefined;
  if (technique !== undefined)
    return { technique, replaced_from: id === attackId ? null : attackId };
  const detail = `${attackId} ${whyNotTaken(attackId, release, known)}; GET /api/attack/techniques lists the ids that are.`;
  throw new AppError("validation_error", detail, { errors: [{ pointer: "/attack_id", detail }] });
}

/**
 * Returns the technique of release `to` that an id of release `from` leads to.
 * @throws AppError `validation_error`
 */
export function carryTechnique(
  from: ReleaseIndex,
  to: ReleaseIndex,
  attackId: string,
  known: KnownIds,
): ChosenTechnique {
  if (from === to) return chooseTechnique(to, attackId, known);
  const { attack_id: meant } = chooseTechnique(from, attackId, known).technique;
  const [id = meant, ...others] = idsAt(meant, to, known);
  const { technique } = chooseTechnique(to, others.length === 0 ? id : meant, known);
  return { technique, replaced_from: technique.attack_id === attackId ? null : attackId };
}

/**
 * Returns the requested tactic if the technique has it. Without one, returns the technique's first tactic.
 * @throws AppError `validation_error`
 */
export function chooseTactic(technique: IndexedTechnique, tactic: string | undefined): string {
  const { attack_id: id, tactics } = technique;
  if (tactic === undefined) return tactics[0] ?? "";
  if (tactics.includes(tactic)) return tactic;
  const detail = `'tactic' must be one of those of ${id}: ${tactics.join(", ")}.`;
  throw new AppError("validation_error", detail, { errors: [{ pointer: "/tactic", detail }] });
}
