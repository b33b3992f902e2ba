import { waitFor } from "./machine.ts";

/** A run as the service tells of it. */
export interface CollectionRun {
  id: string;
  status: "running" | "complete" | "not_modified" | "failed";
  items_seen: number;
  items_created: number;
  duplicates: number;
  observables_created: number;
  error: string | null;
  started_at: string;
  finished_at: string | null;
}

/** Sends JSON and answers status and body. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- what the caller expects to read
export async function sendJson<T>(
  url: string,
  body: unknown,
  method: "POST" | "PATCH" = "POST",
): Promise<{ status: number; body: T }> {
  const init = { method, body: JSON.stringify(body) };
  const response = await fetch(url, init);
  return { status: response.status, body: (await response.json()) as T };
}

/** Adds a source, which nobody runs of their own accord for a week; answers its id. */
export async function addSource(service: string, url: string, more: object = {}): Promise<string> {
  const { status, body } = await sendJson<{ id: string }>(`${service}/api/pipeline/sources`, {
    url,
    interval_minutes: 10_080,
    ...more,
  });
  if (status !== 201) throw new Error(`${url}: ${status} ${JSON.stringify(body)}`);
  return body.id;
}

/** Runs a source and waits for the end of the run. */
export async function runSource(service: string, id: string): Promise<CollectionRun> {
  const begun = await fetch(`${service}/api/pipeline/sources/${id}/run`, { method: "POST" });
  const run = (await begun.json()) as CollectionRun;
  if (run.status !== "running") return run;
  return await waitFor(`the end of run ${run.id}`, async () => {
    const listed = await fetch(`${service}/api/pipeline/runs?source_id=${id}`);
    const runs = (await listed.json()) as CollectionRun[];
    return runs.find((one) => one.id === run.id && one.status !== "running") ?? null;
  });
}
