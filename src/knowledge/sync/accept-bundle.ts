import { parseIdentity, collectionOf, type ReleaseIdentity } from "../attack/release-identity.ts";
import type { SyncDeps } from "./deps.ts";
import type { Actor } from "../../platform/auth/identity.ts";
import type { Act } from "../../platform/audit/commit.ts";
import { enqueueJob } from "../../platform/jobs/enqueue-job.ts";
import type { NewJob } from "../../platform/jobs/store.ts";
import { AppError } from "../../platform/lib/errors.ts";
import { unpackBody } from "../../platform/lib/unpack-body.ts";
import { BundleReceiver } from "./bundle-receiver.ts";
import { newTaskDomain } from "./task-progress.ts";

export interface BundleUpload {
  body: ReadableStream<Uint8Array> | null;
  gzip: boolean;
  domain?: string | undefined;
  version?: string | undefined;
}

/**
 * Takes a bundle in: streams it to object storage while looking at its outline, and queues its
 * ingest. A body that is no whole bundle, or that names no release, is refused at once and leaves
 * nothing behind. Answers the id of the task.
 * @throws AppError `not_stix`, `validation_error`, `unknown_domain`, `body_too_large`
 */
export async function acceptBundle(
  deps: SyncDeps,
  actor: Actor,
  upload: BundleUpload,
): Promise<string> {
  const given = parseIdentity(upload);
  const receiver = new BundleReceiver(deps.bundles, deps.newId(), "");
  try {
    for await (const chunk of openBody(deps, upload)) await receiver.write(chunk);
    const { sha256, collection } = await receiver.finish();
    const identity = collectionOf(collection, given);
    await receiver.join(sha256);
    return await enqueueIngest(deps, actor, identity, sha256);
  } catch (error) {
    await receiver.discard();
    throw error;
  }
}

function openBody(deps: SyncDeps, { body, gzip }: BundleUpload): ReadableStream<Uint8Array> {
  if (body === null) throw new AppError("not_stix", "The body is empty; send a STIX bundle.");
  return unpackBody(body, {
    gzip,
    maxBytes: deps.settings.MAX_IMPORT_BYTES,
    maxUnpackedBytes: deps.settings.MAX_BUNDLE_BYTES,
    what: "bundle",
    unreadable: "not_stix",
  });
}

async function enqueueIngest(
  deps: SyncDeps,
  actor: Actor,
  identity: ReleaseIdentity,
  sha256: string,
): Promise<string> {
  const { domain, version } = identity;
  const job: NewJob = {
    id: deps.newId(),
    kind: "ingest_bundle",
    actor: actor.name,
    payload: { ...identity, sha256 },
    progress: { domains: [newTaskDomain(domain, version)] },
    dedupe_key: `ingest:${domain}:${version}:${sha256}`,
  };
  const act: Act = {
    actor: actor.name,
    action: "sync.upload",
    object: ["release", `${domain}-${version}`],
    details: { sha256 },
  };
  return (await enqueueJob(deps, job, act)).id;
}
