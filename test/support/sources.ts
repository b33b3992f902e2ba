import { createSource } from "../../src/pipeline/collection/create-source.ts";
import { enqueueRun } from "../../src/pipeline/collection/enqueue-run.ts";
import type { NewSource } from "../../src/pipeline/collection/schema.ts";
import { serverCredentials } from "../../src/platform/outbound/server-credentials.ts";
import { runJob } from "../../src/platform/jobs/run-job.ts";
import type { Services } from "../../src/services.ts";
import type { Answer } from "./answer.ts";
import { requestJson, testServices } from "./service.ts";

/** A context whose network is one function; `asked` lists what was asked for. */
export function withNetwork(answer: Answer, credentials: object = {}) {
  const asked: Request[] = [];
  const network = async (input: RequestInfo | URL, init?: RequestInit) => {
    const sent = new Request(input, init);
    asked.push(sent.clone());
    return await answer(sent.url, sent);
  };
  const plain = testServices({ network: { public: network, operator: network } });
  const settings = {
    ...plain.settings,
    SERVER_CREDENTIALS: serverCredentials.parse(JSON.stringify(credentials)),
  };
  return { context: { ...plain, settings } as Services, asked };
}

/** Adds a source; what is not said is as the console adds a feed. */
export async function addSource(
  context: Services,
  url: string,
  more: Partial<NewSource> = {},
): ReturnType<typeof createSource> {
  return await createSource(context, "local", {
    url,
    kind: "rss",
    enabled: true,
    interval_minutes: 60,
    include: [],
    exclude: [],
    filters: {},
    ...more,
  });
}

/** Runs a source and answers the run as it is stored. */
export async function runOnce(context: Services, sourceId: string) {
  const source = await context.collection.find(sourceId);
  if (source === null) throw new Error("no such source");
  const id = await enqueueRun(context, source, "local", "manual");
  await runJob(context, id);
  const ended = await context.collection.findRun(id);
  if (ended === null) throw new Error("the run left no row");
  return ended;
}

/** The reports that a source brought in. */
export async function reportsOf(sourceId: string) {
  const { body } = await requestJson<
    { title: string; observable_ids: string[]; technique_ids: string[]; import_id: string | null }[]
  >(`/api/pipeline/intake?source_id=${sourceId}&limit=200`);
  return body;
}

/** The imports that a run made. */
export async function importsOf(runId: string) {
  const { body } = await requestJson<Record<string, unknown>[]>("/api/pipeline/imports?limit=200");
  return body.filter((one) => one["run_id"] === runId);
}

interface Exchange {
  request: { path: string; authorized?: boolean };
  status: number;
  headers: Record<string, string>;
  body: string;
}

/**
 * Answers as a recorded server did, by path and query: the answers of one address one after the other,
 * the last of which stays. What was not asked when it was recorded is 404.
 */
export function replayServer(recorded: string): Answer {
  const exchanges = JSON.parse(recorded) as Exchange[];
  const asked = new Map<string, number>();
  return (url, request) => {
    const { pathname, search } = new URL(url);
    const path = `${pathname}${search}`;
    const of = exchanges.filter((one) => one.request.path === path);
    const at = asked.get(path) ?? 0;
    asked.set(path, at + 1);
    const found = of[Math.min(at, of.length - 1)];
    if (found === undefined) return new Response("Not recorded", { status: 404 });
    if (found.request.authorized === true && !request.headers.has("Authorization")) {
      return new Response("Unauthorized Access", { status: 401 });
    }
    return new Response(found.body, { status: found.status, headers: found.headers });
  };
}
