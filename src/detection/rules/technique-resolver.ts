import type { ReleaseDeps } from "../../knowledge/attack/deps.ts";
import type { KnownIds } from "../../knowledge/attack/ids/known-ids.ts";
import { activeIdsOf, successorsIn } from "../../knowledge/attack/ids/resolve-id.ts";
import type { ReleaseIndex } from "../../knowledge/attack/release-index.ts";
import { DOMAINS } from "../../knowledge/attack/vocabulary.ts";

/** Techniques resolved in a release. */
export interface ResolvedTechniques {
  /** Distinct active ids, with revoked ones replaced by their successors. */
  techniques: string[];
  /** Ids that are neither active in a release here nor lead to an active one. */
  unknown: string[];
  /** The release of the first technique; without one, the current release of the main domain. */
  domain: string;
  release: string;
}

/** Resolves technique ids in the current releases of all domains. */
export class TechniqueResolver {
  /** Short names of the tactics of these releases, and all other known ones. */
  readonly tactics: ReadonlySet<string>;
  readonly #indexes: readonly ReleaseIndex[];
  readonly #main: ReleaseIndex;
  readonly #known: KnownIds;
  readonly #followed = new Map<string, { ids: readonly string[]; index: ReleaseIndex } | null>();

  /** @param indexes the current releases, the main one first; at least one */
  constructor(indexes: readonly [ReleaseIndex, ...ReleaseIndex[]], known: KnownIds) {
    this.#indexes = indexes;
    [this.#main] = indexes;
    this.#known = known;
    const own = indexes.flatMap((index) => index.tactics.map(({ shortname }) => shortname));
    this.tactics = new Set([...known.tactics, ...own]);
  }

  /** Resolves upper-case ids of any age in the current releases. */
  resolve(ids: readonly string[]): ResolvedTechniques {
    const found = ids.map((id) => ({ id, led: this.#follow(id) }));
    const { domain, version } = found.find(({ led }) => led !== null)?.led?.index ?? this.#main;
    return {
      techniques: [...new Set(found.flatMap(({ led }) => led?.ids ?? []))],
      unknown: found.flatMap(({ id, led }) => (led === null ? [id] : [])),
      domain,
      release: version,
    };
  }

  #follow(id: string): { ids: readonly string[]; index: ReleaseIndex } | null {
    const before = this.#followed.get(id);
    if (before !== undefined) return before;
    const led = this.#lookUp(id);
    this.#followed.set(id, led);
    return led;
  }

  #lookUp(id: string): { ids: readonly string[]; index: ReleaseIndex } | null {
    for (const index of this.#indexes) {
      const ids = index.techniques.has(id) ? [id] : successorsIn(index, id);
      if (ids.length > 0) return { ids, index };
    }
    // No current release has it; others may record its successor.
    for (const index of this.#indexes) {
      const ids = activeIdsOf(id, index, this.#known);
      if (ids.length > 0) return { ids, index };
    }
    return null;
  }
}

/**
 * Opens the current releases for resolving ids. Returns null if none is ingested.
 * @param domain whose release takes precedence
 */
export async function openTechniqueResolver(
  deps: ReleaseDeps,
  domain?: string,
): Promise<TechniqueResolver | null> {
  const indexes: ReleaseIndex[] = [];
  const ordered = [...DOMAINS].sort((a, b) => Number(b === domain) - Number(a === domain));
  for (const one of ordered) {
    const release = await deps.releases.find(one, undefined);
    if (release !== null) indexes.push(await deps.indexes.get(release.id, release.content_sha256));
  }
  const [main, ...others] = indexes;
  if (main === undefined) return null;
  return new TechniqueResolver([main, ...others], await deps.knownIds.open());
}
