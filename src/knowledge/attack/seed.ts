import { AppError } from "../../platform/lib/errors.ts";
import { NO_DETECTIONS } from "./detections/release-detections.ts";
import type { ObjectRecord, ReleaseContent } from "./release-content.ts";
import type { ObjectState, SoftwareType } from "./vocabulary.ts";

/** `[stix_id, attack_id, name, state, replaced_by, created, modified]` */
type SeedObject = [
  string,
  string,
  string,
  ObjectState,
  string | null,
  string | null,
  string | null,
];

/**
 * The facts of a release as shipped in the repository, without descriptions and references. Tactics and platforms are
 * listed once and referred to by index.
 */
export interface Seed {
  domain: string;
  version: string;
  /** `[stix_id, attack_id, shortname, name]` in matrix order */
  tactics: [string, string, string, string][];
  /** `sub` is 1 for a sub-technique. */
  techniques: {
    object: SeedObject;
    tactics: number[];
    platforms: number[];
    sub: 0 | 1;
    /** Only if several techniques replace it. */
    successors?: string[];
  }[];
  platforms: string[];
  groups: { object: SeedObject; aliases: string[] }[];
  campaigns: { object: SeedObject; aliases: string[]; seen: [string | null, string | null] }[];
  software: { object: SeedObject; type: SoftwareType; aliases: string[]; platforms: number[] }[];
  /** Per source (`G0016`), the unique ids of what it uses. */
  uses: Record<string, string[]>;
  /** Per campaign, the groups that it is attributed to. */
  attributions: Record<string, string[]>;
}

/** Reduces a release to what the seed ships. */
export function toSeed(content: ReleaseContent): Seed {
  const platforms = [
    ...new Set([...content.techniques, ...content.software].flatMap((o) => o.platforms)),
  ].sort();
  const tactics = content.tactics.map(({ shortname }) => shortname);
  const places = (names: string[], of: string[]) => names.map((name) => of.indexOf(name));
  return {
    domain: content.domain,
    version: content.version,
    tactics: content.tactics.map((t) => [t.stix_id, t.attack_id, t.shortname, t.name]),
    platforms,
    techniques: content.techniques.map((t) => ({
      object: packObject(t),
      tactics: places(
        t.tactics.filter((name) => tactics.includes(name)),
        tactics,
      ),
      platforms: places(t.platforms, platforms),
      sub: t.is_subtechnique ? 1 : 0,
      ...(t.successors.length > 1 && { successors: t.successors }),
    })),
    groups: content.groups.map((g) => ({ object: packObject(g), aliases: g.aliases })),
    campaigns: content.campaigns.map((c) => ({
      object: packObject(c),
      aliases: c.aliases,
      seen: [c.first_seen, c.last_seen],
    })),
    software: content.software.map((s) => ({
      object: packObject(s),
      type: s.type,
      aliases: s.aliases,
      platforms: places(s.platforms, platforms),
    })),
    uses: gatherPairs(content.uses.map((u) => [u.source_id, u.target_id])),
    attributions: gatherPairs(content.attributions.map((a) => [a.campaign_id, a.group_id])),
  };
}

/**
 * Restores the release of a seed without its detections. Descriptions are null.
 * @throws AppError `validation_error`
 */
export function fromSeed(seed: Seed): ReleaseContent {
  const names = (places: number[], of: readonly string[]) => places.map((place) => at(of, place));
  const shortnames = seed.tactics.map(([, , shortname]) => shortname);
  return {
    domain: seed.domain,
    version: seed.version,
    tactics: seed.tactics.map(([stix_id, attack_id, shortname, name]) => ({
      stix_id,
      attack_id,
      shortname,
      name,
      description: null,
      url: attackUrl("tactics", attack_id),
    })),
    techniques: seed.techniques.map((t) => ({
      ...unpackObject(t.object, "techniques"),
      successors: t.successors ?? successorOf(t.object),
      tactics: names(t.tactics, shortnames),
      platforms: names(t.platforms, seed.platforms),
      is_subtechnique: t.sub === 1,
    })),
    groups: seed.groups.map((g) => ({ ...unpackObject(g.object, "groups"), aliases: g.aliases })),
    campaigns: seed.campaigns.map((c) => ({
      ...unpackObject(c.object, "campaigns"),
      aliases: c.aliases,
      first_seen: c.seen[0],
      last_seen: c.seen[1],
    })),
    software: seed.software.map((s) => ({
      ...unpackObject(s.object, "software"),
      type: s.type,
      aliases: s.aliases,
      platforms: names(s.platforms, seed.platforms),
    })),
    uses: spreadPairs(seed.uses).map(([source_id, target_id]) => ({
      source_id,
      target_id,
      description: null,
    })),
    attributions: spreadPairs(seed.attributions).map(([campaign_id, group_id]) => ({
      campaign_id,
      group_id,
    })),
    // Detections are in a separate file.
    detections: NO_DETECTIONS,
  };
}

function packObject(o: ObjectRecord): SeedObject {
  return [o.stix_id, o.attack_id, o.name, o.state, o.replaced_by, o.created, o.modified];
}

function unpackObject(packed: SeedObject, kind: string): ObjectRecord {
  const [stix_id, attack_id, name, state, replaced_by, created, modified] = packed;
  const url = attackUrl(kind, attack_id);
  return {
    stix_id,
    attack_id,
    name,
    state,
    replaced_by,
    created,
    modified,
    url,
    description: null,
    external_references: [{ source_name: "mitre-attack", external_id: attack_id, url }],
  };
}

function successorOf([, , , , replacedBy]: SeedObject): string[] {
  return replacedBy === null ? [] : [replacedBy];
}

/** Returns the page on ATT&CK's site. The path of a sub-technique is below its parent's. */
function attackUrl(kind: string, attackId: string): string {
  return `https://attack.mitre.org/${kind}/${attackId.replace(".", "/")}`;
}

function gatherPairs(pairs: [string, string][]): Record<string, string[]> {
  const gathered: Record<string, string[]> = {};
  for (const [from, to] of pairs) (gathered[from] ??= []).push(to);
  for (const targets of Object.values(gathered)) targets.sort();
  return gathered;
}

function spreadPairs(gathered: Record<string, string[]>): [string, string][] {
  return Object.entries(gathered).flatMap(([from, targets]) =>
    targets.map((to): [string, string] => [from, to]),
  );
}

function at(list: readonly string[], place: number): string {
  const value = list[place];
  if (value === undefined) {
    throw new AppError("validation_error", "The seed names something that it does not list.");
  }
  return value;
}
