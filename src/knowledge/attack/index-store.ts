import { loadIndex, type StoredIndex } from "./build-index.ts";
import type { ReleaseIndex } from "./release-index.ts";

/** Indexes kept per isolate; one of Enterprise ATT&CK takes about 2 MB. */
const MAX_CACHED = 8;

/** Indexes never change once stored, so any isolate may keep them as long as it likes. */
const cache = new Map<string, ReleaseIndex>();

const keyOf = (releaseId: number) => `releases/${releaseId}/index.json`;

/** Release indexes in object storage, kept in memory once read. */
export class IndexStore {
  readonly #files: R2Bucket;

  constructor(files: R2Bucket) {
    this.#files = files;
  }

  async put(releaseId: number, index: StoredIndex): Promise<void> {
    await this.#files.put(keyOf(releaseId), JSON.stringify(index));
  }

  /** @param contentSha256 tells releases apart whose number came back with an emptied database */
  async get(releaseId: number, contentSha256: string): Promise<ReleaseIndex> {
    const cacheKey = `${releaseId}:${contentSha256}`;
    const cached = cache.get(cacheKey);
    if (cached !== undefined) {
      cache.delete(cacheKey);
      cache.set(cacheKey, cached);
      return cached;
    }
    const object = await this.#files.get(keyOf(releaseId));
    if (object === null) throw new Error(`R2 has no index of release ${releaseId}`);
    const index = loadIndex(await object.json<StoredIndex>(), releaseId);
    cache.set(cacheKey, index);
    const [oldest] = cache.keys();
    if (cache.size > MAX_CACHED && oldest !== undefined) cache.delete(oldest);
    return index;
  }

  async remove(releaseId: number): Promise<void> {
    await this.#files.delete(keyOf(releaseId));
  }
}
