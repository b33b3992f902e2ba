import type { JobRunnerDeps } from "../../platform/jobs/deps.ts";
import type { Runtime } from "../../platform/lib/runtime.ts";
import type { BrowseStore } from "./browse/browse-store.ts";
import type { KnownIdStore } from "./ids/known-id-store.ts";
import type { DetectionStore } from "./detections/detection-store.ts";
import type { IndexStore } from "./index-store.ts";
import type { Readiness } from "./readiness.ts";
import type { ReleaseContent } from "./release-content.ts";
import type { CacheDeps } from "../../platform/response-cache/deps.ts";
import type { PublishedReleases } from "./published-releases.ts";
import type { Release, ReleaseStore } from "./release-store.ts";
import type { SoftwareStore } from "./software-store.ts";

/** What finding a release and its index requires. */
export interface ReleaseDeps {
  releases: ReleaseStore;
  published: PublishedReleases;
  indexes: IndexStore;
  /** Looks up ids that a release does not have. */
  knownIds: Pick<KnownIdStore, "open">;
}

/** What reading detections and mitigations requires. */
export interface DetectionDeps extends ReleaseDeps {
  detections: DetectionStore;
}

/** What browsing a release requires. */
export interface BrowseDeps extends ReleaseDeps {
  browse: BrowseStore;
  software: SoftwareStore;
}

/** Models stored with a release for analyzing reports against it. */
export interface ReleaseModels {
  /** Builds the small model, which judges techniques that the trained weights do not know. */
  build(releaseId: number, content: ReleaseContent): Promise<void>;
  remove(releaseId: number): Promise<void>;
  /** Returns whether a release has a model, either shipped or built at its ingest. */
  isThere(release: Pick<Release, "id" | "domain" | "version">): Promise<boolean>;
}

/** What storing a release requires. */
export interface IngestDeps extends DetectionDeps, Runtime {
  releaseModels: ReleaseModels;
  readAsset(path: string): Promise<Response>;
}

/** Everything, including what the job that removes a release requires. */
export interface AttackDeps extends BrowseDeps, IngestDeps, JobRunnerDeps, CacheDeps {
  readiness: Readiness;
}
