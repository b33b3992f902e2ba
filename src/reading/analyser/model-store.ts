import type { ReleaseIndex } from "../../knowledge/attack/release-index.ts";
import { SEED } from "../../knowledge/attack/vocabulary.ts";
import { consoleLog } from "../../platform/lib/log.ts";
import { chooseModels } from "./follow-model.ts";
import { decodeModel, type Model } from "./model/model-file.ts";
import { FORMAT } from "./model/calibration-file.ts";

/** Indexes and models are immutable, so models are cached as long as their release's index. */
const cache = new WeakMap<ReleaseIndex, readonly Model[]>();

/** Models of another format cannot be loaded. Such a release is analyzed without one until it is ingested again. */
const builtKey = (releaseId: number) => `releases/${releaseId}/model-${FORMAT}.bin`;
const shippedPath = (domain: string, version: string) => `/models/${domain}-${version}.bin`;

/**
 * Loads and stores models of the embedded analyzer. The repository ships one trained model per domain. A small model is
 * built when a release without a trained model is ingested.
 */
export class ModelStore {
  readonly #files: R2Bucket;
  readonly #readAsset: (path: string) => Promise<Response>;
  /** Trained models by domain. Models mapped to other releases share the weights. */
  readonly #trained = new Map<string, Model>();

  constructor(files: R2Bucket, readAsset: (path: string) => Promise<Response>) {
    this.#files = files;
    this.#readAsset = readAsset;
  }

  /** Returns the models that analyze reports for a release, see `chooseModels`. Empty if none can be loaded. */
  async find(release: ReleaseIndex): Promise<readonly Model[]> {
    const known = cache.get(release);
    if (known !== undefined) return known;
    const trained = await this.#readTrained(release.domain);
    const readSmall = async () => await this.#readBuilt(release.release_id);
    const models = await chooseModels(release, trained, readSmall);
    if (models.length > 0) cache.set(release, models);
    return models;
  }

  /**
   * Loads the trained model. Returns null if none is shipped or it cannot be loaded, so that the small model is used.
   */
  async #readTrained(domain: string): Promise<Model | null> {
    const known = this.#trained.get(domain);
    if (known !== undefined) return known;
    const path = shippedPath(domain, SEED.version);
    const bytes = await this.readShipped(path);
    if (bytes === null) return null;
    try {
      const model = decodeModel(bytes);
      this.#trained.set(domain, model);
      return model;
    } catch (error) {
      consoleLog("error", "model.unreadable", { path, error: String(error) });
      return null;
    }
  }

  /** Returns whether the repository ships a model trained on this release. */
  async isShipped(domain: string, version: string): Promise<boolean> {
    return (await this.readShipped(shippedPath(domain, version))) !== null;
  }

  /** Returns whether a release has a model, shipped or built. */
  async isThere(release: { id: number; domain: string; version: string }): Promise<boolean> {
    if (await this.isShipped(release.domain, release.version)) return true;
    return (await this.#files.head(builtKey(release.id))) !== null;
  }

  /** Returns a model file of the repository, or null. */
  async readShipped(path: string): Promise<Uint8Array | null> {
    const response = await this.#readAsset(path);
    if (response.ok) return new Uint8Array(await response.arrayBuffer());
    await response.body?.cancel();
    return null;
  }

  /** Stores the model built for a release. */
  async put(releaseId: number, bytes: Uint8Array): Promise<void> {
    await this.#files.put(builtKey(releaseId), bytes);
  }

  async remove(releaseId: number): Promise<void> {
    await this.#files.delete(builtKey(releaseId));
  }

  async #readBuilt(releaseId: number): Promise<Model | null> {
    const object = await this.#files.get(builtKey(releaseId));
    return object === null ? null : decodeModel(new Uint8Array(await object.arrayBuffer()));
  }
}
