import { RecentlyUsed } from "../../platform/lib/recently-used.ts";
import { loadIndex, storedSoftware, type StoredIndex } from "./build-index.ts";
import type { ReleaseIndex } from "./release-index.ts";
import type { SoftwareStore } from "./software-store.ts";

/** Indexes cached per isolate. One of Enterprise ATT&CK takes about 2 MB. */
const MAX_CACHED = 8;

/** Stored indexes never change, so an isolate can cache them indefinitely. */
const cache = new RecentlyUsed<ReleaseIndex>(MAX_CACHED);

const keyOf = (releaseId: number) => `releases/${releaseId}/index.json`;

/** Release indexes in object storage, cached in memory. */
export class IndexStore {
  readonly #files: R2Bucket;
  readonly #software: Pick<SoftwareStore, "list">;

  /** @param software returns the software of releases whose index was stored without it, or without its techniques */
  constructor(files: R2Bucket, software: Pick<SoftwareStore, "list">) {
    this.#files = files;
    this.#software = software;
  }

  async put(releaseId: number, index: StoredIndex): Promise<void> {
    await this.#files.put(keyOf(releaseId), JSON.stringify(index));
  }

  /** @param contentSha256 distinguishes releases whose number was reused after the database was emptied */
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
