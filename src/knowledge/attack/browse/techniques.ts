import type { BrowseDeps } from "../deps.ts";
import { AppError } from "../../../platform/lib/errors.ts";
import { successorsIn } from "../ids/resolve-id.ts";
import type { ReleaseIndex } from "../release-index.ts";
import { type ReleaseQuery, resolveIndex } from "../resolve-release.ts";
import { parentOf } from "../technique-id.ts";
import type { TechniqueRow } from "./browse-store.ts";
import { noSuchTechnique } from "./no-such-object.ts";
import { searchIn } from "./search-in.ts";
import type { TacticItem, TechniqueDetail, TechniqueListItem } from "./schema.ts";

export interface TechniqueQuery extends ReleaseQuery {
  /** Short name (`initial-access`) or id (`TA0001`). */
  tactic?: string | undefined;
  platform?: string | undefined;
  search?: string | undefined;
  subtechniques: boolean;
}

/** Lists the tactics of a release in matrix order. */
export async function listTactics(deps: BrowseDeps, query: ReleaseQuery): Promise<TacticItem[]> {
  const index = await resolveIndex(deps, query);
  const rows = await deps.browse.listTactics(index.release_id);
  const techniques = [...index.techniques.values()];
  return rows.map(({ attack_id, name, shortname, description, url }) => ({
    attack_id,
    name,
    shortname,
    description,
    url,
    domain: index.domain,
    version: index.version,
    technique_count: techniques.filter(({ tactics }) => tactics.includes(shortname)).length,
  }));
}

/**
 * Lists the active techniques of a release by id.
 * @throws AppError `not_found` for a tactic that the release does not have
 */
export async function listTechniques(
  deps: BrowseDeps,
  query: TechniqueQuery,
): Promise<TechniqueListItem[]> {
  const index = await resolveIndex(deps, query);
  const tactic = query.tactic === undefined ? null : tacticOf(query.tactic, index);
  const platform = query.platform?.toLowerCase();
  const rows = await deps.browse.listTechniques(index.release_id);
  return searchIn(rows, query.search)
    .filter((row) => tactic === null || row.tactics.includes(tactic))
    .filter((row) => !platform || row.platforms.some((name) => name.toLowerCase() === platform))
    .filter((row) => query.subtechniques || !row.is_subtechnique)
    .map((row) => toListItem(row, index));
}

/**
 * Returns one technique in full, including former ones, with its `state` and `replaced_by`.
 * @throws AppError `not_found`
 */
export async function readTechnique(
  deps: BrowseDeps,
  query: ReleaseQuery,
  attackId: string,
): Promise<TechniqueDetail> {
  const index = await resolveIndex(deps, query);
  const technique = await deps.browse.findTechnique(index.release_id, attackId);
  if (technique === null) {
    throw noSuchTechnique(attackId, index, await deps.knownIds.open());
  }
  const users = await deps.browse.listUsers(index.release_id, attackId);
  const { description, state, replaced_by, stix_id, url, created, modified } = technique;
  const parent = technique.is_subtechnique ? index.techniques.get(parentOf(attackId)) : undefined;
  const named = ({ attack_id, name }: { attack_id: string; name: string }) => ({ attack_id, name });
  return {
    ...toListItem(technique, index),
    description,
    state,
    replaced_by,
    successors: [...successorsIn(index, attackId)],
    stix_id,
    url,
    created,
    modified,
    parent: parent === undefined ? null : named(parent),
    subtechniques: [...index.techniques.values()]
      .filter(({ attack_id }) => attack_id !== attackId && parentOf(attack_id) === attackId)
      .map(named),
    ...users,
    external_references: technique.external_references,
  };
}

function toListItem(technique: TechniqueRow, index: ReleaseIndex): TechniqueListItem {
  const { attack_id, name, tactics, platforms, is_subtechnique } = technique;
  return {
    attack_id,
    name,
    tactics,
    platforms,
    is_subtechnique,
    domain: index.domain,
    version: index.version,
  };
}

function tacticOf(wanted: string, { tactics, domain, version }: ReleaseIndex): string {
  const folded = wanted.trim().toLowerCase();
  const found = tactics.find(
    ({ shortname, attack_id }) => shortname === folded || attack_id.toLowerCase() === folded,
  );
  if (found !== undefined) return found.shortname;
  const names = tactics.map(({ shortname }) => shortname).join(", ");
  throw new AppError(
    "not_found",
    `There is no such tactic in ${domain} ${version}; it has ${names}.`,
  );
}
