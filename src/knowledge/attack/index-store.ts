import { RecentlyUsed } from "../../platform/lib/recently-used.ts";
import { loadIndex, storedSoftware, type StoredIndex } from "./build-index.ts";
import type { ReleaseIndex } from "./release-index.ts";
import type { SoftwareStore } from "./software-store.ts";

/** Indexes kept per isolate; one of Enterprise ATT&CK takes about 2 MB. */
const MAX_CACHED = 8;

/** Indexes never change once stored, so any isolate may keep them as long as it likes. */
const cache = new RecentlyUsed<ReleaseIndex>(MAX_CACHED);

const keyOf = (releaseId: number) => `releases/${releaseId}/index.json`;

/** Release indexes in object storage, kept in memory once read. */
export class IndexStore {
  readonly #files: R2Bucket;
  readonly #software: Pick<SoftwareStore, "list">;

  /** @param software knows the software of releases whose index was stored without it, or without its techniques */
  constructor(files: R2Bucket, software: Pick<SoftwareStore, "list">) {
    this.#files = files;
    this.#software = software;
  }

  async put(releaseId: number, index: StoredIndex): Promise<void> {
    await this.#files.put(keyOf(releaseId), JSON.stringify(index));
  }

  /** @param contentSha256 tells releases apart whose number came back with an emptied database */
  async get(releaseId: number, contentSha256: string): Promise<ReleaseIndex> {
    return await cache.getOr(`${releaseId}:${contentSha256}`, async () => {
      const object = await this.#files.get(keyOf(releaseId));
      if (object === null) throw new Error(`R2 has no index of release ${releaseId}`);
      const stored = await object.json<StoredIndex>();
      const software = storedSoftware(stored) ?? (await this.#software.list(releaseId));
      return loadIndex(stored, releaseId, software);
    });
  }

  async remove(releaseId: number): Promise<void> {
    await this.#files.delete(keyOf(releaseId));
  }
}
