import { type Act, commitAndRead, writeUnrecorded } from "../audit/commit.ts";
import type { JobDeps } from "./deps.ts";
import type { Job, NewJob } from "./store.ts";
import { enqueueMessage } from "./enqueue-message.ts";

/**
 * Queues a job and sends its message, unless one with its dedupe key is live; answers the live one.
 * @param act what the trail records of it; null for what the service does by itself
 */
export async function enqueueJob(deps: JobDeps, wanted: NewJob, act: Act | null): Promise<Job> {
  const job = await insertJob(deps, wanted, act);
  await enqueueMessage(deps, job.id);
  return job;
}

/** The same without a message: for whoever runs it at once, or sends the messages of many together. */
export async function insertJob(deps: JobDeps, wanted: NewJob, act: Act | null): Promise<Job> {
  const { dedupe_key: key } = wanted;
  const parts = [deps.jobs.enqueue(wanted)];
  const select = deps.jobs.selectLive(key);
  // Read in the batch that queues it: a moment later somebody may have done the job.
  const [queued] =
    act === null
      ? (await writeUnrecorded(deps, "work", parts, [select]))[0]
      : ((await commitAndRead(deps, { act, when: deps.jobs.isFree(key), parts }, select)) ?? []);
  if (queued !== undefined) return queued;
  const [live] = await deps.jobs.selectLive(key);
  // Somebody else's job was live a moment ago, and has ended since.
  return live ?? (await insertJob(deps, wanted, act));
}
