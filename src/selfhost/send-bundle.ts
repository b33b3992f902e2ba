import { createReadStream, openAsBlob, statSync } from "node:fs";
import { basename } from "node:path";
import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { createGzip } from "node:zlib";
import { z } from "zod";
import { type Progress, startProgress } from "./progress.mjs";

const POLL_MS = 500;

const ticketSchema = z.object({ task_id: z.string() });
const problemSchema = z.object({ detail: z.string() });
const taskSchema = z.object({
  status: z.enum(["queued", "running", "complete", "failed"]),
  domains: z.array(
    z.object({
      domain: z.string(),
      version: z.string(),
      error: z.string().nullable(),
      stage: z.string(),
      done: z.number(),
      total: z.number(),
    }),
  ),
});

const MEGABYTE = 1_000_000;
/** A sentence for each stage of a task. */
const STAGES: Readonly<Record<string, string>> = {
  downloading: "Fetching the bundle",
  reading: "Reading the bundle",
  storing: "Storing the release",
};

/** The destination of a bundle, and the credentials for it. */
export interface Destination {
  url: string;
  headers: Record<string, string>;
}

/**
 * Streams a bundle to a service and waits until it is ingested. Returns a sentence.
 * @throws Error with one sentence, the service's own if it returned one
 */
export async function sendBundle(
  destination: Destination,
  path: string,
  query: URLSearchParams,
): Promise<string> {
  const progress = startProgress(`Sending ${basename(path)}`, {
    unit: "MB",
    scale: MEGABYTE,
    announce: false,
  });
  const taskId = await upload(destination, path, query, progress).finally(() => progress.end());
  return await awaitTask(destination, taskId);
}

/** Returns the id of the task that ingests it. */
async function upload(
  { url, headers }: Destination,
  path: string,
  query: URLSearchParams,
  progress: Progress,
): Promise<string> {
  // Compressed it is a tenth of the size, and below the platform's upload limit.
  const body = path.endsWith(".gz") ? await openAsBlob(path) : pack(path, progress);
  const encoding = { "Content-Encoding": "gzip" };
  const init = { method: "POST", headers: { ...headers, ...encoding }, body, duplex: "half" };
  return ticketSchema.parse(await ask(`${url}/api/sync/bundles?${query}`, init)).task_id;
}

function pack(path: string, progress: Progress): ReadableStream {
  const total = statSync(path).size;
  let done = 0;
  const content = createReadStream(path).on("data", (chunk) => {
    done += chunk.length;
    progress.update(done, { total });
  });
  return Readable.toWeb(content.pipe(createGzip())) as ReadableStream;
}

async function awaitTask({ url, headers }: Destination, taskId: string): Promise<string> {
  let progress = { stage: "", shown: null as Progress | null };
  try {
    for (;;) {
      const task = await ask(`${url}/api/sync/tasks/${taskId}`, { headers });
      const { status, domains } = taskSchema.parse(task);
      const [release] = domains;
      if (status === "failed") throw new Error(release?.error ?? "The ingest failed.");
      if (status === "complete") return `${release?.domain} ${release?.version} is ingested.`;
      if (release !== undefined) progress = showStage(progress, release);
      await sleep(POLL_MS);
    }
  } finally {
    progress.shown?.end();
  }
}

/** Shows the progress of a stage on a separate line. */
function showStage(
  before: { stage: string; shown: Progress | null },
  { stage, done, total }: { stage: string; done: number; total: number },
) {
  if (before.stage === stage) {
    before.shown?.update(done, { total });
    return before;
  }
  before.shown?.end();
  const label = STAGES[stage] ?? "Waiting for the service";
  const unit = stage === "storing" ? { unit: "rows" } : { unit: "MB", scale: MEGABYTE };
  return { stage, shown: startProgress(label, { total, ...unit, announce: false }) };
}

/**
 * Returns the JSON of the response.
 * @throws Error with one sentence
 */
async function ask(url: string, init: RequestInit): Promise<unknown> {
  const host = new URL(url).origin;
  const response = await fetch(url, { ...init, redirect: "manual" }).catch((error: unknown) => {
    const { cause, message } = error as Error;
    throw new Error(
      `${host} cannot be reached: ${cause instanceof Error ? cause.message : message}`,
    );
  });
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok && answer !== null) return answer;
  const problem = problemSchema.safeParse(answer);
  if (problem.success) throw new Error(problem.data.detail);
  const isLogin = response.status >= 300 && response.status < 400;
  throw new Error(
    isLogin
      ? `${host} asks to sign in; set CF_ACCESS_CLIENT_ID and CF_ACCESS_CLIENT_SECRET, or send a --header.`
      : `${host} answered HTTP ${response.status}.`,
  );
}
