import type { Context } from "../context.ts";
import type { Actor } from "../http/identity.ts";
import { wake } from "../jobs/wake.ts";
import { AppError } from "../lib/errors.ts";
import { limitStream } from "../lib/streams.ts";
import { readBundle } from "../stix/bundle-reader.ts";
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
  const plain = openBody(context, upload);
  const [toStore, toRead] = plain.tee();
  const outline = readOutline(toRead, given);
  // The reader may fail first; storing then fails with it, and the reader's error is the one to tell.
  const stored = context.bundles.store(toStore, context.newId());
  const [identity, sha256] = await firstFailure(outline, stored);
  return await enqueueIngest(context, actor, identity, sha256);
}

function openBody(context: Context, { body, gzip }: BundleUpload): ReadableStream<Uint8Array> {
  if (body === null) throw new AppError("not_stix", "The body is empty; send a STIX bundle.");
  const { MAX_IMPORT_BYTES, MAX_BUNDLE_BYTES } = context.settings;
  const received = limitStream(body, MAX_IMPORT_BYTES, "body_too_large", "The request body");
  if (!gzip) return received;
  const unpacked = received.pipeThrough(new DecompressionStream("gzip"));
  return limitStream(unpacked, MAX_BUNDLE_BYTES, "body_too_large", "The unpacked bundle");
}

async function readOutline(
  stream: ReadableStream<Uint8Array>,
  given: Partial<ReleaseIdentity>,
): Promise<ReleaseIdentity> {
  let collection: StixObject | null = null;
  try {
    for await (const objects of readBundle(stream)) {
      collection ??= objects.find(({ type }) => type === "x-mitre-collection") ?? null;
    }
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError("not_stix", "The body could not be read to its end.", { cause: error });
  }
  return collectionOf(collection, given);
}

/** Waits for both, whatever happens, and fails with the first one's error if it has any. */
async function firstFailure<A, B>(first: Promise<A>, second: Promise<B>): Promise<[A, B]> {
  const [a, b] = await Promise.allSettled([first, second]);
  if (a.status === "rejected") throw a.reason;
  if (b.status === "rejected") throw b.reason;
  return [a.value, b.value];
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
