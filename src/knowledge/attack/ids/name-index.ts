import { derive } from "../../../platform/lib/derive.ts";
import type { ReleaseDeps } from "../deps.ts";
import type { ReleaseIndex } from "../release-index.ts";
import { foldText } from "../../../platform/lib/text.ts";
import { SYNCED_DOMAINS } from "../vocabulary.ts";
import { activeIdsOf } from "./resolve-id.ts";

/** Kinds of named objects. */
export type NamedKind = "group" | "software" | "technique";

/** An object of a current release. */
export interface NamedObject {
  attack_id: string;
  name: string;
  domain: string;
}

/** Finds objects of one release by a whole name. */
interface ReleaseNames {
  find(kind: NamedKind, name: string): NamedObject | "several" | null;
}

const releaseNamesOf = derive((index: ReleaseIndex) => readNames(index));

/** Finds groups, software and techniques of the current releases by exact name, alias or id. */
export class NameIndex {
  readonly #releases: readonly ReleaseNames[];

  /** @param indexes of the current releases; the first one that has a name takes precedence */
  constructor(indexes: readonly ReleaseIndex[]) {
    this.#releases = indexes.map(releaseNamesOf);
  }

  /**
   * Returns the object with this name, otherwise the one that its other names agree on. Returns null if there is none
   * or a name is ambiguous.
   */
  find(kind: NamedKind, name: string, otherNames: readonly string[] = []): NamedObject | null {
    const own = this.#findOne(kind, name);
    if (own !== null) return own === "several" ? null : own;
    const found = otherNames.flatMap((other) => this.#findOne(kind, other) ?? []);
    const [first] = found;
    if (first === undefined || first === "several") return null;
    return found.every((one) => one !== "several" && one.attack_id === first.attack_id)
      ? first
      : null;
  }

  #findOne(kind: NamedKind, name: string): NamedObject | "several" | null {
    for (const release of this.#releases) {
      const found = release.find(kind, name);
      if (found !== null) return found;
    }
    return null;
  }
}

/** Opens the names of the current releases, Enterprise first. */
export async function openNameIndex(deps: ReleaseDeps): Promise<NameIndex> {
  const current = new Map<string, ReleaseIndex>();
  // By domain, newest first.
  for (const { id, domain, content_sha256: sha } of await deps.published.list()) {
    if (!current.has(domain)) current.set(domain, await deps.indexes.get(id, sha));
  }
  return new NameIndex(SYNCED_DOMAINS.flatMap((domain) => current.get(domain) ?? []));
}

function readNames(index: ReleaseIndex): ReleaseNames {
  const { domain } = index;
  const of = (
    list: readonly { attack_id: string; name: string; aliases: readonly string[] }[],
  ) => ({
    // Names take precedence over aliases.
    names: mapNames(list, ({ attack_id, name }) => [attack_id, name]),
    aliases: mapNames(list, ({ aliases }) => aliases),
    byId: new Map(list.map(({ attack_id, name }) => [attack_id, { attack_id, name, domain }])),
  });
  const lists = { group: of(index.groups), software: of(index.software) };
  return {
    find(kind, name) {
      if (kind === "technique") return findTechnique(index, name);
      const { names, aliases, byId } = lists[kind];
      const ids = names.get(foldText(name)) ?? aliases.get(foldText(name)) ?? new Set();
      const [id, ...others] = ids;
      if (others.length > 0) return "several";
      return id === undefined ? null : (byId.get(id) ?? null);
    },
  };
}

function mapNames<T extends { attack_id: string }>(
  list: readonly T[],
  namesOf: (one: T) => readonly string[],
): Map<string, Set<string>> {
  const ids = new Map<string, Set<string>>();
  for (const one of list) {
    for (const name of namesOf(one)) {
      const key = foldText(name);
      ids.set(key, (ids.get(key) ?? new Set()).add(one.attack_id));
    }
  }
  return ids;
}

/** Finds a technique by its id, resolved in the release. */
function findTechnique(index: ReleaseIndex, id: string): NamedObject | "several" | null {
  const [active, ...others] = activeIdsOf(id.trim().toUpperCase(), index);
  if (others.length > 0) return "several";
  const technique = active === undefined ? undefined : index.techniques.get(active);
  if (technique === undefined) return null;
  return { attack_id: technique.attack_id, name: technique.name, domain: index.domain };
}
