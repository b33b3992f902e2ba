import type { ReleaseIndex } from "../release-index.ts";
import { TECHNIQUE_ID_PATTERN } from "../technique-id.ts";
import { type ElsewhereTechnique, type KnownIds, shippedIds } from "./known-ids.ts";

/** What a technique id of any release means in a given release. */
export type IdMeaning =
  | { kind: "active" }
  /** Replaced by one or more active techniques. */
  | { kind: "followed"; successors: readonly string[] }
  /** In the release but not active, and without a successor. */
  | { kind: "inactive"; state: "deprecated" | "revoked" }
  /** Only in another release. */
  | { kind: "elsewhere"; technique: ElsewhereTechnique }
  /** In no known release. */
  | { kind: "unknown" };

/**
 * Resolves an upper-case id in a release. The release itself takes precedence over other releases.
 * @param known the ids of other releases, by default those of the shipped table
 */
export function resolveId(
  id: string,
  index: ReleaseIndex,
  known: KnownIds = shippedIds(),
): IdMeaning {
  if (index.techniques.has(id)) return { kind: "active" };
  const own = successorsIn(index, id);
  if (own.length > 0) return { kind: "followed", successors: own };
  const state = index.inactive.get(id);
  if (state !== undefined) return { kind: "inactive", state };
  const followed = known.successors(id, index.domain).filter((to) => index.techniques.has(to));
  if (followed.length > 0) return { kind: "followed", successors: followed };
  const technique = known.elsewhere(id, index);
  return technique === null ? { kind: "unknown" } : { kind: "elsewhere", technique };
}

/** Returns the active ids that replace a revoked one in its release, or none. */
export function successorsIn(
  { replacements, splits }: Pick<ReleaseIndex, "replacements" | "splits">,
  id: string,
): readonly string[] {
  const several = splits.get(id);
  if (several !== undefined) return several;
  const one = replacements.get(id);
  return one === undefined ? [] : [one];
}

/** Returns whether a release has an id, in any state. */
export function isCarriedBy(index: ReleaseIndex, id: string): boolean {
  return index.techniques.has(id) || index.replacements.has(id) || index.inactive.has(id);
}

/** Returns the active ids for an id in a release: itself, or its replacements, or none. */
export function activeIdsOf(
  id: string,
  index: ReleaseIndex,
  known: KnownIds = shippedIds(),
): readonly string[] {
  const meaning = resolveId(id, index, known);
  if (meaning.kind === "active") return [id];
  return meaning.kind === "followed" ? meaning.successors : [];
}

/**
 * Returns a release's ids for an id of any release: its replacements, or its predecessor. Returns the id itself if
 * there is none or it is ambiguous.
 */
export function idsAt(id: string, index: ReleaseIndex, known: KnownIds): readonly string[] {
  const active = activeIdsOf(id, index, known);
  if (active.length > 0) return active;
  const [former, ...others] = known.elsewhere(id, index)?.called ?? [];
  return former === undefined || others.length > 0 ? [id] : [former.attack_id];
}

/** Returns why a release rejects an id, as the end of a sentence that begins with it. */
export function whyNotTaken(
  id: string,
  index: ReleaseIndex,
  known: KnownIds = shippedIds(),
): string {
  const where = `${index.domain} ${index.version}`;
  if (!TECHNIQUE_ID_PATTERN.test(id)) return "is no technique id";
  const meaning = resolveId(id, index, known);
  switch (meaning.kind) {
    case "inactive":
      return `is ${meaning.state} in ${where}`;
    case "elsewhere":
      return belongsTo(meaning.technique, where);
    case "followed":
      return `is replaced by ${listIds(meaning.successors)} in ${where}`;
    default:
      return `is not in ${where}`;
  }
}

/** Names the release that an id belongs to, as the end of a sentence that begins with the id. */
export function belongsTo(technique: ElsewhereTechnique, where: string): string {
  const { name, domain, version, relation, called } = technique;
  const framework = domain === "atlas" ? "ATLAS" : "ATT&CK";
  const of = relation === "other_domain" && domain !== "atlas" ? ` of ${domain}` : "";
  const home = `belongs to ${framework} ${version}${of} as “${name}”`;
  if (called.length === 0) return home;
  const names = called.map((one) => `${one.attack_id} (${one.name})`);
  return `${home}; in ${where} it is ${listIds(names)}`;
}

function listIds(ids: readonly string[]): string {
  if (ids.length < 2) return ids.join("");
  return `${ids.slice(0, -1).join(", ")} and ${ids.at(-1)}`;
}
