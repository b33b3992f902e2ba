import type { IngestDeps } from "./deps.ts";
import type { JobDeps } from "../../platform/jobs/deps.ts";
import { insertJob } from "../../platform/jobs/enqueue-job.ts";
import { AppError } from "../../platform/lib/errors.ts";
import { toHex } from "../../platform/lib/to-hex.ts";
import { type PackedDetections, unpackDetections } from "./detections/pack-detections.ts";
import { ingestRelease } from "./ingest-release.ts";
import { fromSeed, type Seed } from "./seed.ts";
import { SEED, versionRank } from "./vocabulary.ts";

/**
 * Returns whether to load the seed: if there is no release yet, or only the seed of an older version of the program. It
 * never replaces a real release.
 */
export async function isSeedNeeded(deps: IngestDeps): Promise<boolean> {
  const current = await deps.releases.find(SEED.domain, undefined);
  if (current === null) return true;
  return current.origin === "seed" && current.version_rank < versionRank(SEED.version);
}

/** Queues the loading of the shipped facts, once. */
export async function enqueueSeed(deps: JobDeps): Promise<void> {
  const job = {
    id: deps.newId(),
    kind: "load_seed" as const,
    actor: "scheduler",
    payload: {},
    progress: {},
    dedupe_key: `seed:${SEED.domain}:${SEED.version}`,
  };
  await insertJob(deps, job, null);
}

/** Loads the shipped facts, so that the service works without a key or a network. */
export async function loadSeed(
  deps: IngestDeps,
  onProgress: (done: number, total: number) => Promise<void>,
): Promise<void> {
  if (!(await isSeedNeeded(deps))) return;
  const path = `/seed/${SEED.domain}-${SEED.version}`;
  const text = await readText(deps, `${path}.json`);
  const packed = await readText(deps, `${path}.detections.json`);
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  const content = fromSeed(JSON.parse(text) as Seed);
  const detections = unpackDetections(JSON.parse(packed) as PackedDetections);
  await ingestRelease(deps, {
    content: { ...content, detections },
    origin: "seed",
    sha256: toHex(digest),
    onProgress,
  });
}

async function readText(deps: IngestDeps, path: string): Promise<string> {
  const response = await deps.readAsset(path);
  if (response.ok) return await response.text();
  throw new AppError("storage_unavailable", `The asset ${path} is missing from this installation.`);
}
