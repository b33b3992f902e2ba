import { env, exports as workerExports } from "cloudflare:workers";
import { type Services, servicesOf } from "../../src/services.ts";
import { runJob } from "../../src/platform/jobs/run-job.ts";
import { smallBundle } from "./bundles.ts";
import { SHIPPED } from "./shipped.ts";
import { requireDocumented } from "./documented.ts";

/** The services over the test's own bindings; a change makes a variant. */
export function testServices(change: Partial<Services> = {}): Services {
  return { ...servicesOf(env), sendMessage: async () => undefined, ...change };
}

/** Sends a request to the Worker. */
export async function request(path: string, init: RequestInit = {}): Promise<Response> {
  const { default: worker } = workerExports as { default: Fetcher };
  const send = async (at: string, how?: RequestInit) =>
    await worker.fetch(`http://localhost${at}`, how);
  return await requireDocumented(send, path, init);
}

/** The JSON of an answer, with its status. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- what the caller expects to read
export async function requestJson<T = Record<string, unknown>>(
  path: string,
  init: RequestInit = {},
): Promise<{ status: number; body: T; headers: Headers }> {
  const response = await request(path, init);
  return { status: response.status, body: await response.json<T>(), headers: response.headers };
}

/** Sends a bundle and runs its job; answers the task as it ended. */
export async function ingest(bundle: unknown, query = "") {
  const { status, body } = await requestJson<{ task_id: string }>(`/api/sync/bundles${query}`, {
    method: "POST",
    body: JSON.stringify(bundle),
  });
  if (status !== 202) throw new Error(`ingest answered ${status}: ${JSON.stringify(body)}`);
  await runJob(testServices(), body.task_id);
  return (
    await requestJson<{ status: string; domains: object[] }>(`/api/sync/tasks/${body.task_id}`)
  ).body;
}

/** Ingests the small release as Enterprise 18.1. */
export async function ingestSmallRelease(): Promise<void> {
  await ingest(smallBundle("18.1"));
}

/** The same under the number of the shipped release, whose trained model then reads reports. */
export async function ingestAsShipped(): Promise<void> {
  await ingest(smallBundle(SHIPPED.version));
}

/** A form for the analysis endpoints. */
export function form(fields: Record<string, string | File>): RequestInit {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value as never);
  return { method: "POST", body };
}
