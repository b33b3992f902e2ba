import type { IndexedTechnique, ReleaseIndex } from "../../knowledge/attack/release-index.ts";
import { AppError } from "../../platform/lib/errors.ts";
import type { KnownIds } from "../../knowledge/attack/ids/known-ids.ts";
import { activeIdsOf, idsAt, whyNotTaken } from "../../knowledge/attack/ids/resolve-id.ts";

/** A technique that a release knows, and the revoked id that led to it. */
export interface ChosenTechnique {
  technique: IndexedTechnique;
  replaced_from: string | null;
}

/**
 * The technique of a release that an id stands for; a revoked one is followed, unless several replace
 * it: which of them is meant, the caller has to say.
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
 * The tactic that is asked for, where the technique belongs to it; without one its first.
 * @throws AppError `validation_error`
 */
export function chooseTactic(technique: IndexedTechnique, tactic: string | undefined): string {
  const { attack_id: id, tactics } = technique;
  if (tactic === undefined) return tactics[0] ?? "";
  if (tactics.includes(tactic)) return tactic;
  const detail = `'tactic' must be one of those of ${id}: ${tactics.join(", ")}.`;
  throw new AppError("validation_error", detail, { errors: [{ pointer: "/tactic", detail }] });
}
