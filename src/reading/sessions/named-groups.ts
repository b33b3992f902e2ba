import type { IndexedGroup, ReleaseIndex } from "../../knowledge/attack/release-index.ts";
import type { MentionedGroup } from "../../knowledge/comparison/find-leads.ts";
import { foldText } from "../../platform/lib/text.ts";
import type { Entities } from "../entities/schema.ts";

/** The groups that a report names, as stored in its session. */
export interface NamedIn {
  apt_hints: readonly string[];
  entities: Partial<Pick<Entities, "groups">>;
}

/**
 * Returns the groups that a report names. Those with places in its text come first, most mentioned first. Then come
 * those stored by name only, from a language model or from before places existed.
 */
export function groupsNamed(
  index: ReleaseIndex,
  { apt_hints: hints, entities: { groups = [] } }: NamedIn,
): MentionedGroup[] {
  const hinted = groupsHinted(index.groups, hints);
  const placed = groups.map(({ attack_id: id, name, count, mentions }) => {
    // Only some places are stored. Hints have all aliases, and the group's own name even if it does not occur.
    const others = hinted.find(({ attack_id: other }) => other === id)?.names ?? [];
    const texts = mentions.map(({ text }) => text);
    const names = distinct([...texts, ...others.filter((other) => other !== name)]);
    return { attack_id: id, names: names.length > 0 ? names : [name], mention_count: count };
  });
  const known = new Set(placed.map(({ attack_id: id }) => id));
  return [...placed, ...hinted.filter(({ attack_id: id }) => !known.has(id))];
}

/** Returns names that differ in more than letter case and width. */
function distinct(names: readonly string[]): string[] {
  return [
    ...new Map(names.toReversed().map((name) => [foldText(name), name])).values(),
  ].toReversed();
}

/**
 * Returns the groups that names belong to, in the order of the names. A name shared by two groups belongs to the one
 * whose own name it is, or whose own name also occurs, and otherwise to both.
 */
function groupsHinted(groups: readonly IndexedGroup[], hints: readonly string[]): MentionedGroup[] {
  const places = new Map(hints.map((hint, place) => [foldText(hint), place] as const));
  const owners = groups.filter(({ name }) => places.has(foldText(name)));
  const taken = new Set(owners.flatMap(namesOf));
  const found = groups.flatMap((group) => {
    const isOwner = owners.includes(group);
    const own = foldText(group.name);
    const isOthers = (name: string) =>
      isOwner
        ? name !== own && owners.some((other) => foldText(other.name) === name)
        : taken.has(name);
    const at = namesOf(group)
      .filter((name) => !isOthers(name))
      .flatMap((name) => places.get(name) ?? [])
      .sort((a, b) => a - b);
    return at.length === 0 ? [] : [{ group, at: [...new Set(at)] }];
  });
  return found
    .sort((a, b) => (a.at[0] ?? 0) - (b.at[0] ?? 0))
    .map(({ group, at }) => ({
      attack_id: group.attack_id,
      names: at.flatMap((place) => hints[place] ?? []),
      mention_count: null,
    }));
}

/** Returns its name and aliases, folded for comparison. */
function namesOf({ name, aliases }: IndexedGroup): string[] {
  return [...new Set([name, ...aliases].map(foldText))];
}
