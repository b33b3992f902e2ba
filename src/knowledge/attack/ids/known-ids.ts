import type { ReleaseIndex } from "../release-index.ts";
import { versionRank } from "../vocabulary.ts";
import { fromTable, type IdInRelease, type KnownTechnique, SHIPPED_TABLES } from "./id-table.ts";

/** A release whose context determines how ids are named. */
export interface ReleaseName {
  domain: string;
  version: string;
  /** Its active techniques by id, if loaded. Otherwise the known ids are used. */
  techniques?: ReadonlyMap<string, { name: string }>;
}

/** An ATT&CK technique id that the current release does not have, with its name. */
export interface ElsewhereTechnique {
  attack_id: string;
  name: string;
  /** The domain and known release that contain it, nearest to the current one. */
  domain: string;
  version: string;
  relation: "newer" | "older" | "same" | "other_domain";
  /** Its counterparts in the current release: techniques that were later replaced by this one. */
  called: { attack_id: string; name: string }[];
}

/** All technique ids in any known release, in every domain. */
export class KnownIds {
  /** Short names of tactics in releases outside the shipped table. */
  readonly tactics: ReadonlySet<string>;
  /** Techniques beyond the shipped table. */
  readonly further: readonly KnownTechnique[];
  /** By id. Entries of one id are in the order in which their domains became known. */
  readonly #byId = new Map<string, KnownTechnique[]>();
  /** By domain and successor, the ids that it replaced in some release. */
  readonly #former = new Map<string, Set<string>>();

  constructor(
    techniques: Iterable<KnownTechnique>,
    tactics: ReadonlySet<string> = new Set(),
    further: readonly KnownTechnique[] = [],
  ) {
    this.tactics = tactics;
    this.further = further;
    for (const technique of techniques) this.#add(technique);
    for (const technique of further) this.#add(technique);
  }

  /** Returns a copy with the ids of further releases. Known releases are not overwritten. */
  with(indexes: readonly ReleaseIndex[]): KnownIds {
    const tactics = indexes.flatMap((index) => index.tactics.map(({ shortname }) => shortname));
    const further = indexes.flatMap(techniquesOf);
    return this.withTechniques(further, new Set([...this.tactics, ...tactics]));
  }

  /** Returns a copy with further techniques. */
  withTechniques(further: readonly KnownTechnique[], tactics = this.tactics): KnownIds {
    return new KnownIds(this.#all(), tactics, [...this.further, ...further]);
  }

  /** Returns the id in its domain, otherwise in another domain that has it. */
  find(attackId: string, domain: string): KnownTechnique | null {
    const all = this.#byId.get(attackId) ?? [];
    return all.find((one) => one.domain === domain) ?? all[0] ?? null;
  }

  /** Returns every technique of a domain in any known release. */
  techniques(domain: string): KnownTechnique[] {
    return this.#all().filter((one) => one.domain === domain);
  }

  /** Returns their ids. */
  list(domain: string): string[] {
    return this.techniques(domain).map(({ attack_id: id }) => id);
  }

  /** Returns all replacements of an id, those of the newest release first. */
  successors(attackId: string, domain: string): string[] {
    const own = this.#byId.get(attackId)?.find((one) => one.domain === domain);
    return [...new Set(own?.releases.toReversed().flatMap(({ successors }) => successors))];
  }

  /** Describes an id that a release does not have. Returns null if no known release has it. */
  elsewhere(attackId: string, at: ReleaseName): ElsewhereTechnique | null {
    const known = this.find(attackId, at.domain);
    if (known === null) return null;
    const isOther = known.domain !== at.domain;
    const { relation, found } = nearest(known.releases, isOther ? null : at.version);
    if (found === undefined) return null;
    return {
      attack_id: attackId,
      name: found.name,
      domain: known.domain,
      version: found.version,
      relation: isOther ? "other_domain" : relation,
      called: isOther ? [] : this.#called(attackId, at),
    };
  }

  /** Returns the former ids of this one that the release has. */
  #called(
    attackId: string,
    { domain, version, techniques }: ReleaseName,
  ): ElsewhereTechnique["called"] {
    const former = [...(this.#former.get(`${domain} ${attackId}`) ?? [])].sort();
    return former.flatMap((attack_id) => {
      if (techniques !== undefined) {
        const at = techniques.get(attack_id);
        return at === undefined ? [] : [{ attack_id, name: at.name }];
      }
      const own = this.#byId.get(attack_id)?.find((one) => one.domain === domain);
      const there = own?.releases.find((one) => one.version === version);
      return there?.state === "active" ? [{ attack_id, name: there.name }] : [];
    });
  }

  #all(): KnownTechnique[] {
    return [...this.#byId.values()].flat();
  }

  #add(technique: KnownTechnique): void {
    const { attack_id: id, domain } = technique;
    const all = this.#byId.get(id) ?? [];
    const place = all.findIndex((one) => one.domain === domain);
    const before = all[place];
    if (before === undefined) all.push(technique);
    else all[place] = { ...before, releases: mergeReleases(before.releases, technique.releases) };
    this.#byId.set(id, all);
    for (const successor of technique.releases.flatMap(({ successors }) => successors)) {
      const key = `${domain} ${successor}`;
      this.#former.set(key, (this.#former.get(key) ?? new Set()).add(id));
    }
  }
}

let shipped: KnownIds | undefined;

/** Returns the ids of the releases in the shipped table. */
export function shippedIds(): KnownIds {
  shipped ??= new KnownIds(SHIPPED_TABLES.flatMap(fromTable));
  return shipped;
}

/** Returns whether the shipped table has the ids of a release with this number of active techniques. */
export function isInTable({ domain, version }: ReleaseName, techniques: number): boolean {
  const table = SHIPPED_TABLES.find((one) => one.domain === domain);
  const place = table?.versions.indexOf(version) ?? -1;
  if (table === undefined || place === -1) return false;
  // The count detects a bundle that was cut or extended under the version of a published one.
  return table.techniques.filter(([, states]) => states[place] === "a").length === techniques;
}

function mergeReleases(
  before: readonly IdInRelease[],
  further: readonly IdInRelease[],
): IdInRelease[] {
  const known = new Set(before.map(({ version }) => version));
  const fresh = further.filter(({ version }) => !known.has(version));
  return [...before, ...fresh].sort((a, b) => versionRank(a.version) - versionRank(b.version));
}

/**
 * Returns the release of an id nearest to a version: the same, otherwise the first after it, otherwise the last before.
 */
function nearest(
  releases: readonly IdInRelease[],
  version: string | null,
): { relation: "newer" | "older" | "same"; found: IdInRelease | undefined } {
  if (version === null) return { relation: "newer", found: releases.at(-1) };
  const same = releases.find((one) => one.version === version);
  if (same !== undefined) return { relation: "same", found: same };
  const rank = versionRank(version);
  const newer = releases.find((one) => versionRank(one.version) > rank);
  if (newer !== undefined) return { relation: "newer", found: newer };
  return { relation: "older", found: releases.at(-1) };
}

/** Returns the ids in a release, with their data. */
function techniquesOf(index: ReleaseIndex): KnownTechnique[] {
  const { domain, version, techniques, replacements, splits, inactive, former_names } = index;
  const entry = (
    attack_id: string,
    state: IdInRelease["state"],
    name: string,
    successors: readonly string[] = [],
  ) => ({ attack_id, domain, releases: [{ version, name, state, successors }] });
  const nameOf = (id: string) => former_names.get(id) ?? id;
  return [
    ...[...techniques.values()].map(({ attack_id, name }) => entry(attack_id, "active", name)),
    ...[...replacements].map(([id, to]) =>
      entry(id, "revoked", nameOf(id), splits.get(id) ?? [to]),
    ),
    ...[...inactive].map(([id, state]) => entry(id, state, nameOf(id))),
  ];
}
