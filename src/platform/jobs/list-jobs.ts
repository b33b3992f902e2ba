import type { JobDeps } from "./deps.ts";
import type { Page, Paged } from "../lib/page.ts";
import type { JobView } from "./schema.ts";
import type { Job } from "./store.ts";

/** Jobs, newest first. */
export async function listJobs(
  deps: JobDeps,
  query: Page & { limit: number; state?: Job["state"] | undefined; kind?: Job["kind"] | undefined },
): Promise<Paged<JobView>> {
  const { items, total } = await deps.jobs.list(query, query);
  return { items: items.map(toJobView), total };
}

/** What of a job is shown. */
export function toJobView(job: Job): JobView {
  const { id, kind, state, attempts, error, created_at, updated_at, finished_at } = job;
  return { id, kind, state, attempts, error, created_at, updated_at, finished_at };
}
