import type { Context } from "../../services.ts";
import type { Page, Paged } from "../http/pagination.ts";
import type { JobView } from "./schema.ts";
import type { Job } from "./store.ts";

/** Jobs, newest first. */
export async function listJobs(
  context: Context,
  query: Page & { limit: number; state?: Job["state"] | undefined; kind?: Job["kind"] | undefined },
): Promise<Paged<JobView>> {
  const { items, total } = await context.jobs.list(query, query);
  return { items: items.map(toJobView), total };
}

/** What of a job is shown. */
export function toJobView(job: Job): JobView {
  const { id, kind, state, attempts, error, created_at, updated_at, finished_at } = job;
  return { id, kind, state, attempts, error, created_at, updated_at, finished_at };
}
