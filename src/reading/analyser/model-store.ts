import type { ReleaseIndex } from "../../knowledge/attack/release-index.ts";
import { decodeModel, type Model } from "./model/model-file.ts";
import { FORMAT } from "./model/calibration-file.ts";

/** Indexes and models never change once stored: a model is kept as long as its release's index. */
const cache = new WeakMap<ReleaseIndex, Model>();

/** A model of another format cannot be read; its release is analysed without until it comes anew. */
const builtKey = (releaseId: number) => `releases/${releaseId}/model-${FORMAT}.bin`;
const shippedPath = (domain: string, version: string) => `/models/${domain}-${version}.bin`;

/**
 * Models of the embedded analyser: those that the repository ships, trained for one release each,
 * and small ones that were built when a release without was ingested.
 */
export class ModelStore {
  readonly #files: R2Bucket;
  readonly #readAsset: (path: string) => Promise<Response>;

  constructor(files: R2Bucket, readAsset: (path: string) => Promise<Response>) {
    this.#files = files;
    this.#readAsset = readAsset;
  }

  /** The trained model of a release, else its small one, else null. */
  async find(release: ReleaseIndex): Promise<Model | null> {
    const known = cache.get(release);
    if (known !== undefined) return known;
    const shipped = await this.readShipped(shippedPath(release.domain, release.version));
    const bytes = shipped ?? (await this.#readBuilt(release.release_id));
    if (bytes === null) return null;
    const model = decodeModel(bytes);
    cache.set(release, model);
    return model;
  }

  /** Whether the repository ships a model that was trained for this release. */
  async isShipped(domain: string, version: string): Promise<boolean> {
    return (await this.readShipped(shippedPath(domain, version))) !== null;
  }

  /** Whether a release has a model, shipped or built. */
  async isThere(release: { id: number; domain: string; version: string }): Promise<boolean> {
    if (await this.isShipped(release.domain, release.version)) return true;
    return (await this.#files.head(builtKey(release.id))) !== null;
  }

  /** A file of the repository's models, or null. */
  async readShipped(path: string): Promise<Uint8Array | null> {
    const response = await this.#readAsset(path);
    if (response.ok) return new Uint8Array(await response.arrayBuffer());
    await response.body?.cancel();
    return null;
  }

  /** Keeps the model that was built for a release. */
  async put(releaseId: number, bytes: Uint8Array): Promise<void> {
    await this.#files.put(builtKey(releaseId), bytes);
  }

  async remove(releaseId: number): Promise<void> {
    await this.#files.delete(builtKey(releaseId));
  }

  async #readBuilt(releaseId: number): Promise<Uint8Array | null> {
    const object = await this.#files.get(builtKey(releaseId));
    return object === null ? null : new Uint8Array(await object.arrayBuffer());
  }
}
