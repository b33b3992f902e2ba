import type { Context } from "../context.ts";
import type { Actor } from "../http/identity.ts";
import { wake } from "../jobs/wake.ts";
import { AppError } from "../lib/errors.ts";
import { limitStream } from "../lib/streams.ts";
import { watchBundle } from "../stix/bundle-reader.ts";
import type { StixObject } from "../stix/objects.ts";
import { toTaskProgress } from "./ingest-bundle-job.ts";
import { collectionOf, parseIdentity, type ReleaseIdentity } from "./release-identity.ts";

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
  context: Context,
  actor: Actor,
  upload: BundleUpload,
): Promise<string> {
  const given = parseIdentity(upload);
  let collection: StixObject | null = null;
  const watched = openBody(context, upload).pipeThrough(
    watchBundle((object) => {
      if (object.type === "x-mitre-collection") collection = object;
    }),
  );
  const { sha256, accepted } = await context.bundles
    .store(watched, context.newId(), () => collectionOf(collection, given))
    .catch((error: unknown) => {
      // What the decompressor throws is about the body, not about us.
      if (!upload.gzip || !(error instanceof TypeError)) throw error;
      const detail = "The body is not what its Content-Encoding says.";
      throw new AppError("not_stix", detail, { cause: error });
    });
  return await enqueueIngest(context, actor, accepted, sha256);
}

function openBody(context: Context, { body, gzip }: BundleUpload): ReadableStream<Uint8Array> {
  if (body === null) throw new AppError("not_stix", "The body is empty; send a STIX bundle.");
  const { MAX_IMPORT_BYTES, MAX_BUNDLE_BYTES } = context.settings;
  const received = limitStream(body, MAX_IMPORT_BYTES, "body_too_large", "The request body");
  if (!gzip) return received;
  const unpacked = received.pipeThrough(new DecompressionStream("gzip"));
  return limitStream(unpacked, MAX_BUNDLE_BYTES, "body_too_large", "The unpacked bundle");
}

async function enqueueIngest(
  context: Context,
  actor: Actor,
  identity: ReleaseIdentity,
  sha256: string,
): Promise<string> {
  const now = context.now();
  const { id } = await context.jobs.enqueue(
    {
      id: context.newId(),
      kind: "ingest_bundle",
      actor: actor.name,
      payload: { ...identity, sha256 },
      progress: { ...toTaskProgress(identity, "queued", 0, 0) },
      dedupe_key: `ingest:${identity.domain}:${identity.version}:${sha256}`,
    },
    now,
    {
      id: context.newId(),
      actor: actor.name,
      action: "sync.upload",
      object_type: "release",
      object_id: `${identity.domain}-${identity.version}`,
      details: { sha256 },
      created_at: now,
    },
  );
  await wake(context, id);
  return id;
}
