import { z } from "zod";
import type { JobHandler } from "../jobs/run-job.ts";
import { ingestRelease } from "./ingest-release.ts";
import { readRelease } from "./read-release.ts";
import type { ReleaseIdentity } from "./release-identity.ts";
import { DOMAINS } from "./vocabulary.ts";

const payloadSchema = z.object({
  domain: z.enum(DOMAINS),
  version: z.string(),
  sha256: z.string(),
});

/** How far the ingest of one release is; `done` and `total` count rows. */
export interface TaskProgress {
  domain: string;
  version: string;
  action: "ingest" | "none";
  stage: string;
  done: number;
  total: number;
}

export function toTaskProgress(
  { domain, version }: ReleaseIdentity,
  stage: string,
  done: number,
  total: number,
): TaskProgress {
  return { domain, version, action: "ingest", stage, done, total };
}

/** Ingests a bundle from object storage; one that already answers is left as it is. */
export const ingestBundleJob: JobHandler = async (context, run) => {
  const { sha256, ...identity } = payloadSchema.parse(run.job.payload);
  const ready = await context.releases.find(identity.domain, identity.version);
  const unchanged = ready?.content_sha256 === sha256;
  let total = 0;
  if (!unchanged) {
    const stream = await context.bundles.open(sha256);
    if (stream === null) throw new Error(`R2 has no bundle ${sha256}`);
    await run.report({ ...toTaskProgress(identity, "reading", 0, 0) });
    const content = await readRelease(stream, identity);
    await ingestRelease(context, {
      content,
      origin: "bundle",
      sha256,
      onProgress: async (done, rows) => {
        total = rows;
        await run.report({ ...toTaskProgress(identity, "storing", done, rows) });
      },
    });
  }
  const progress = { ...toTaskProgress(identity, "complete", total, total) };
  return {
    progress: unchanged ? { ...progress, action: "none" } : progress,
    entry: {
      action: "sync.complete",
      object_type: "release",
      object_id: `${identity.domain}-${identity.version}`,
      details: { sha256, unchanged },
    },
  };
};
