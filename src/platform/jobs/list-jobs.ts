import type { JobDeps } from "./deps.ts";
import type { Page, Paged } from "../lib/page.ts";
import type { JobView } from "./schema.ts";
import type { Job } from "./store.ts";

/** Returns jobs, newest first. */
export async function listJobs(
  deps: JobDeps,
  query: Page & { limit: number; state?: Job["state"] | undefined; kind?: Job["kind"] | undefined },
): Promise<Paged<JobView>> {
  const { items, total } = await deps.jobs.list(query, query);
  return { items: items.map(toJobView), total };
}

/** Returns the public view of a job. */
export function toJobView(job: Job): JobView {
  const { id, kind, state, actor, attempts, run_after, error } = job;
  const { created_at, updated_at, finished_at } = job;
  const times = { created_at, updated_at, finished_at };
  return { id, kind, state, actor, subject: subjectOf(job), attempts, run_after, error, ...times };
}

/** Shows only ids, because payloads may be long and carry more than an operator needs. */
function subjectOf({ payload }: Job): JobView["subject"] {
  const text = (name: string) => {
    const value = payload[name];
    return typeof value === "string" ? value : null;
  };
  return {
    source_id: text("source_id"),
    report_id: text("report_id"),
    domain: text("domain"),
    version: text("version"),
  };
}
