import type { ReleaseIndex } from "../../knowledge/attack/release-index.ts";
import { SEED } from "../../knowledge/attack/vocabulary.ts";
import { consoleLog } from "../../platform/lib/log.ts";
import { chooseModels } from "./follow-model.ts";
import { decodeModel, type Model } from "./model/model-file.ts";
import { FORMAT } from "./model/calibration-file.ts";

/** Indexes and models never change once stored: models are kept as long as their release's index. */
const cache = new WeakMap<ReleaseIndex, readonly Model[]>();

/** A model of another format cannot be read; its release is analyzed without until it comes anew. */
const builtKey = (releaseId: number) => `releases/${releaseId}/model-${FORMAT}.bin`;
const shippedPath = (domain: string, version: string) => `/models/${domain}-${version}.bin`;

/**
 * Models of the embedded analyzer: the trained ones that the repository ships, one for a domain, and
 * small ones, which are built when a release that none was trained on is ingested.
 */
export class ModelStore {
  readonly #files: R2Bucket;
  readonly #readAsset: (path: string) => Promise<Response>;
  /** By domain; releases that are followed to share the weights. */
  readonly #trained = new Map<string, Model>();

  constructor(files: R2Bucket, readAsset: (path: string) => Promise<Response>) {
    this.#files = files;
    this.#readAsset = readAsset;
  }

  /** The models that judge for a release, see `chooseModels`; none where nothing can be read. */
  async find(release: ReleaseIndex): Promise<readonly Model[]> {
    const known = cache.get(release);
    if (known !== undefined) return known;
    const trained = await this.#readTrained(release.domain);
    const readSmall = async () => await this.#readBuilt(release.release_id);
    const models = await chooseModels(release, trained, readSmall);
    if (models.length > 0) cache.set(release, models);
    return models;
  }

  /** Null where none is shipped; one that cannot be read is none, so that the small model judges. */
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

  async #readBuilt(releaseId: number): Promise<Model | null> {
    const object = await this.#files.get(builtKey(releaseId));
    return object === null ? null : decodeModel(new Uint8Array(await object.arrayBuffer()));
  }
}
