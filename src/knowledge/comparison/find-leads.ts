import type { IndexedGroup, ReleaseIndex } from "../attack/release-index.ts";
import { countUsers, measureOf, type SimilarityMode } from "./measure.ts";
import { rank } from "./rank.ts";
import { resolveTechniques } from "./resolve-techniques.ts";
import type { GroupLead, NamedGroup } from "./schema.ts";

/** The measure that ranks the true groups of real reports best (docs/measuring.md, Leads). */
export const LEADS_MODE: SimilarityMode = "mixed";

/** Fewer techniques do not distinguish groups. */
const LEAST_TECHNIQUES = 5;
const TOP_LEADS = 10;
/** Limit of the rare techniques that are named. */
const MAX_RARE = 3;
/** A technique is rare if at most this share of the groups uses it. */
const RARE_SHARE = 0.1;

/** The owner of the techniques, as named in the reason. */
export type LeadsHolder = "session" | "dossier";

/** The leads from a set of techniques, or why there are none. */
export interface Leads {
  rows: GroupLead[];
  reason: string | null;
}

/** A group that a report mentions, with the names used there. */
export type MentionedGroup = Pick<NamedGroup, "attack_id" | "names" | "mention_count">;

/**
 * Ranks the groups of a release by `LEADS_MODE`, best first, each with its score and the reason.
 * @param holder the owner of the techniques
 */
export function findLeads(
  index: ReleaseIndex,
  techniqueIds: readonly string[],
  holder: LeadsHolder = "session",
): Leads {
  const { active } = resolveTechniques(techniqueIds, index);
  if (active.size < LEAST_TECHNIQUES) return { rows: [], reason: tooFew(holder, active.size) };
  const ranked = rank(active, index.groups, measureOf(LEADS_MODE, index)).slice(0, TOP_LEADS);
  const rows = ranked.map(({ entry, similarity: score, shared }): GroupLead => {
    const rare = rareOf(index, shared);
    return {
      group_attack_id: entry.attack_id,
      group_name: entry.name,
      mode: LEADS_MODE,
      score,
      shared_count: shared.length,
      shared_techniques: shared,
      technique_count: active.size,
      rare_techniques: rare,
      why: whyOf(shared.length, active.size, rare),
    };
  });
  return { rows, reason: rows.length === 0 ? nothingShared(holder) : null };
}

/** Returns what mentioned groups are known for among a set of techniques, in the given order. */
export function describeNamed(
  index: ReleaseIndex,
  mentioned: readonly MentionedGroup[],
  techniqueIds: readonly string[],
): NamedGroup[] {
  const { active } = resolveTechniques(techniqueIds, index);
  const groups = new Map(index.groups.map((group) => [group.attack_id, group]));
  return mentioned.flatMap(({ attack_id: id, names, mention_count }) => {
    const group = groups.get(id);
    return group === undefined ? [] : [describe(group, names, mention_count, active)];
  });
}

function describe(
  { attack_id, name, techniques }: IndexedGroup,
  names: string[],
  mention_count: number | null,
  active: ReadonlySet<string>,
): NamedGroup {
  const known = new Set(techniques);
  const all = [...active].sort();
  const shared = all.filter((id) => known.has(id));
  return {
    attack_id,
    name,
    names,
    mention_count,
    shared_count: shared.length,
    technique_count: all.length,
    shared_techniques: shared,
    other_techniques: all.filter((id) => !known.has(id)),
    why: `${name}: known for ${shared.length} of these ${all.length}`,
  };
}

/** Returns the rarest of some techniques, those that few groups use. */
function rareOf(index: ReleaseIndex, ids: readonly string[]): GroupLead["rare_techniques"] {
  const { users, groups } = countUsers(index);
  return ids
    .map((id) => ({
      attack_id: id,
      name: index.techniques.get(id)?.name ?? id,
      group_count: users.get(id) ?? 0,
    }))
    .filter(({ group_count: count }) => count <= groups * RARE_SHARE)
    .sort((a, b) => a.group_count - b.group_count)
    .slice(0, MAX_RARE);
}

function whyOf(shared: number, all: number, rare: GroupLead["rare_techniques"]): string {
  const listed = rare.map(
    ({ attack_id: id, name, group_count: count }) =>
      `${id} ${name} (${count === 1 ? "no other group" : `${count} groups`})`,
  );
  const known = `Known for ${shared} of these ${all} techniques`;
  return listed.length === 0
    ? `${known}, none of them rare.`
    : `${known}, some of them rare: ${listed.join(", ")}.`;
}

/** Returns why a comparison with the groups of a release has no rows. */
export function nothingShared(holder: LeadsHolder): string {
  return `No group shares a technique with the ${holder}.`;
}

function tooFew(holder: LeadsHolder, count: number): string {
  const techniques = count === 1 ? "one technique" : `${count === 0 ? "no" : count} techniques`;
  return `The ${holder} has ${techniques}; fewer than ${LEAST_TECHNIQUES} do not tell one group from another.`;
}
