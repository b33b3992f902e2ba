import { ReleaseReading } from "../attack/read-release.ts";
import { parseIdentity, collectionOf, type ReleaseIdentity } from "../attack/release-identity.ts";
import type { StixObject } from "../../formats/stix/stix-object.ts";
import type { SyncDeps } from "./deps.ts";
import type { Actor } from "../../platform/auth/identity.ts";
import type { Act } from "../../platform/audit/commit.ts";
import { enqueueJob } from "../../platform/jobs/enqueue-job.ts";
import type { NewJob } from "../../platform/jobs/store.ts";
import { AppError } from "../../platform/lib/errors.ts";
import { Sha256 } from "../../platform/lib/sha256.ts";
import { gatherChunks } from "../../platform/lib/streams.ts";
import { unpackBody } from "../../platform/lib/unpack-body.ts";
import { yieldToOthers } from "../../platform/lib/yield-to-others.ts";
import { PartWriter } from "../../platform/r2/part-writer.ts";
import { BundleOutline } from "./bundle-outline.ts";
import { newTaskDomain } from "./task-progress.ts";

/** Bytes processed per step: a few milliseconds of work. */
const LOOK_BYTES = 256 * 1024;

/** Packed bytes processed per step, up to 64 times as many unpacked. */
const PACKED_BYTES = 64 * 1024;

export interface BundleUpload {
  body: ReadableStream<Uint8Array> | null;
  gzip: boolean;
  domain?: string | undefined;
  version?: string | undefined;
}

/**
 * Receives a bundle: streams it to object storage while checking its outline, and queues its ingest. An incomplete
 * bundle or one that names no release is rejected immediately and leaves nothing behind. Returns the task id.
 * @throws AppError `not_stix`, `validation_error`, `unknown_domain`, `body_too_large`
 */
export async function acceptBundle(
  deps: SyncDeps,
  actor: Actor,
  upload: BundleUpload,
): Promise<string> {
  const given = parseIdentity(upload);
  const stored = new PartWriter(deps.bundles.incoming, deps.newId());
  try {
    const reading = deps.readBundles === null ? null : new ReleaseReading();
    const { sha256, collection } = await lookAt(openBody(deps, upload, stored), reading);
    const identity = collectionOf(collection, given);
    const contentEncoding = upload.gzip ? "gzip" : undefined;
    await deps.bundles.keep(stored, sha256, { sha256: await stored.finish(), contentEncoding });
    if (reading !== null) deps.readBundles?.keep(sha256, reading, deps.now());
    return await enqueueIngest(deps, actor, identity, sha256);
  } catch (error) {
    await stored.discard();
    throw error;
  }
}

/** Returns the unpacked bytes of the body, which is stored as it arrives. */
function openBody(
  deps: SyncDeps,
  { body, gzip }: BundleUpload,
  stored: PartWriter,
): AsyncIterable<Uint8Array> {
  if (body === null) throw new AppError("not_stix", "The body is empty; send a STIX bundle.");
  return unpackBody(storing(body, stored), {
    gzip,
    maxBytes: deps.settings.MAX_IMPORT_BYTES,
    maxUnpackedBytes: deps.settings.MAX_BUNDLE_BYTES,
    what: "bundle",
    unreadable: "not_stix",
  });
}

async function* storing(
  body: AsyncIterable<Uint8Array>,
  stored: PartWriter,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of gatherChunks(body, PACKED_BYTES)) {
    await stored.write(chunk);
    yield chunk;
  }
}

/** Returns the bundle's collection and the SHA-256 of its unpacked bytes. */
async function lookAt(
  plain: AsyncIterable<Uint8Array>,
  reading: ReleaseReading | null,
): Promise<{ sha256: string; collection: StixObject | null }> {
  const outline = new BundleOutline(reading);
  const hash = new Sha256();
  for await (const chunk of gatherChunks(plain, LOOK_BYTES)) {
    outline.look(chunk);
    await hash.write(chunk);
    await yieldToOthers();
  }
  return { collection: outline.finish(), sha256: await hash.finish() };
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
