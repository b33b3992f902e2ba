import { createReadStream, openAsBlob } from "node:fs";
import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { createGzip } from "node:zlib";
import { z } from "zod";

const POLL_MS = 500;

const ticketSchema = z.object({ task_id: z.string() });
const problemSchema = z.object({ detail: z.string() });
const taskSchema = z.object({
  status: z.enum(["queued", "running", "complete", "failed"]),
  domains: z.array(
    z.object({ domain: z.string(), version: z.string(), error: z.string().nullable() }),
  ),
});

/** Where a bundle goes, and what says that it may. */
export interface Destination {
  url: string;
  headers: Record<string, string>;
}

/**
 * Streams a bundle to a service and waits until it is ingested; answers a sentence.
 * @throws Error with one sentence, the service's own where it gave one
 */
export async function sendBundle(
  { url, headers }: Destination,
  path: string,
  query: URLSearchParams,
): Promise<string> {
  const address = `${url}/api/sync/bundles?${query}`;
  const encoding = { "Content-Encoding": "gzip" };
  // Packed on the way it is a tenth, and so below what a platform lets in.
  const body = path.endsWith(".gz")
    ? await openAsBlob(path)
    : (Readable.toWeb(createReadStream(path).pipe(createGzip())) as ReadableStream);
  const init = { method: "POST", headers: { ...headers, ...encoding }, body, duplex: "half" };
  const ticket = ticketSchema.parse(await ask(address, init));
  for (;;) {
    const task = await ask(`${url}/api/sync/tasks/${ticket.task_id}`, { headers });
    const { status, domains } = taskSchema.parse(task);
    const [release] = domains;
    if (status === "failed") throw new Error(release?.error ?? "The ingest failed.");
    if (status === "complete") return `${release?.domain} ${release?.version} is ingested.`;
    await sleep(POLL_MS);
  }
}

/** The JSON that is answered. @throws Error with one sentence */
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
