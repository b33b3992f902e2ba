import { type Act, commitAndRead, writeUnrecorded } from "../audit/commit.ts";
import type { JobDeps } from "./deps.ts";
import type { Job, NewJob } from "./store.ts";
import { enqueueMessage } from "./enqueue-message.ts";

/**
 * Queues a job and sends its message, unless a job with its dedupe key is live. Returns the new or the live job.
 * @param act its audit entry, or null for work that the service starts itself
 */
export async function enqueueJob(deps: JobDeps, wanted: NewJob, act: Act | null): Promise<Job> {
  const job = await insertJob(deps, wanted, act);
  await enqueueMessage(deps, job.id);
  return job;
}

/** Queues a job without sending a message, for callers that run it immediately or send many messages together. */
export async function insertJob(deps: JobDeps, wanted: NewJob, act: Act | null): Promise<Job> {
  const { dedupe_key: key } = wanted;
  const parts = [deps.jobs.enqueue(wanted)];
  const select = deps.jobs.selectLive(key);
  // Read in the batch that queues it, because another worker may finish the job a moment later.
  const [queued] =
    act === null
      ? (await writeUnrecorded(deps, "work", parts, [select]))[0]
      : ((await commitAndRead(deps, { act, when: deps.jobs.isFree(key), parts }, select)) ?? []);
  if (queued !== undefined) return queued;
  const [live] = await deps.jobs.selectLive(key);
  // Another caller's job was live a moment ago and has ended since.
  return live ?? (await insertJob(deps, wanted, act));
}
