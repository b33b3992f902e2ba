import type { IndexStore } from "../index-store.ts";
import type { PublishedReleases } from "../published-releases.ts";
import type { ReleaseIndex } from "../release-index.ts";
import type { Release } from "../release-store.ts";
import { isInTable, type KnownIds, shippedIds } from "./known-ids.ts";

/** Caches the known ids of the available releases. Their list is the same array until one is added or removed. */
const made = new WeakMap<readonly Release[], KnownIds>();

/** The technique ids of the shipped table and of every available release. */
export class KnownIdStore {
  readonly #published: Pick<PublishedReleases, "list">;
  readonly #indexes: Pick<IndexStore, "get">;

  constructor(published: Pick<PublishedReleases, "list">, indexes: Pick<IndexStore, "get">) {
    this.#published = published;
    this.#indexes = indexes;
  }

  /** Returns all ids known now. */
  async open(): Promise<KnownIds> {
    const releases = await this.#published.list();
    const before = made.get(releases);
    if (before !== undefined) return before;
    const further: ReleaseIndex[] = [];
    let isWhole = true;
    // One at a time, because each takes some megabytes while it is parsed.
    for (const release of releases.filter((one) => !isInTable(one, one.technique_count))) {
      const index = await this.#read(release);
      if (index === null) isWhole = false;
      else further.push(index);
    }
    const known = further.length === 0 ? shippedIds() : shippedIds().with(further);
    if (isWhole) made.set(releases, known);
    return known;
  }

  /** Returns null for a release that cannot be read. Requests are served without its ids. */
  async #read({ id, content_sha256 }: Release): Promise<ReleaseIndex | null> {
    return await this.#indexes.get(id, content_sha256).catch(() => null);
  }
}
