import { randomBytes } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { START_CRON } from "../../crons.ts";
import type { Service } from "../../exchange/cli/service.ts";
import { PROJECT } from "../project.ts";
import { EXECUTION, loadWorker, ORIGIN, prepareProcess, refuseNetwork } from "./load-worker.ts";
import { MemoryR2 } from "./memory-r2.ts";
import { findPrepared, keepPrepared } from "./prepared-release.ts";
import { ReaderService } from "./reader-service.ts";
import { SqliteD1 } from "./sqlite-d1.ts";

/**
 * Opens the service within this process: the same Worker, with in-memory databases and the readers of the
 * self-hosted service. It has the shipped release, no network and no other data. Everything it stores is lost
 * when the process ends.
 * @param document the file to analyze first; null for none
 * @throws Error with one sentence if the shipped release is missing
 */
export async function openInProcess(document: string | null): Promise<Service> {
  prepareProcess();
  // First, so that it starts reading while the Worker loads.
  const readers = new ReaderService(document);
  const worker = await loadWorker();
  const prepared = findPrepared();
  const knowledge = prepared?.database ?? openDatabase("knowledge");
  const files = new MemoryR2(prepared?.objects);
  const messages: object[] = [];
  const env = {
    KNOWLEDGE_DB: new SqliteD1(knowledge),
    WORKSPACE_DB: new SqliteD1(openDatabase("workspace")),
    FILES: files,
    JOBS: { send: async (message: object) => void messages.push(message) },
    ASSETS: { fetch: readAsset },
    READERS: readers,
    OPERATOR_NETWORK: { fetch: refuseNetwork },
    // The trail exists only in this process, so its key does too.
    AUDIT_KEY: randomBytes(32).toString("hex"),
  };
  const fetchPath = async (path: string, init?: RequestInit) => {
    const request = await whole(new Request(`${ORIGIN}${path}`, init));
    return await worker.fetch(request, env, EXECUTION);
  };
  if (prepared === null) {
    await worker.scheduled({ cron: START_CRON }, env);
    while (messages.length > 0)
      await worker.queue({ messages: messages.splice(0).map(asMessage) }, env);
    await requireRelease(fetchPath);
    await keepPrepared({ database: knowledge, objects: files.objects });
  }
  return { url: null, fetch: fetchPath, close: async () => await readers.close() };
}

/** Buffers the body. A body that Node still produces fails if its reader stops early. */
async function whole(request: Request): Promise<Request> {
  return request.body === null
    ? request
    : new Request(request, { method: request.method, body: await request.arrayBuffer() });
}

/** Returns an in-memory database with the tables of the service. */
function openDatabase(name: string): DatabaseSync {
  const database = new DatabaseSync(":memory:");
  const folder = join(PROJECT, "migrations", name);
  const files = readdirSync(folder).filter((file) => file.endsWith(".sql"));
  for (const file of files.sort()) database.exec(readFileSync(join(folder, file), "utf8"));
  return database;
}

async function readAsset(url: URL): Promise<Response> {
  const path = join(PROJECT, "assets", url.pathname);
  return existsSync(path)
    ? new Response(new Uint8Array(readFileSync(path)))
    : new Response(null, { status: 404 });
}

const asMessage = (body: object) => ({
  id: "1",
  attempts: 1,
  body,
  ack: () => undefined,
  retry: () => undefined,
});

async function requireRelease(fetchPath: Service["fetch"]): Promise<void> {
  const versions = await fetchPath("/api/attack/versions");
  const listed = versions.ok ? ((await versions.json()) as unknown[]) : [];
  if (listed.length > 0) return;
  throw new Error(
    `The release that comes with Tradecraft could not be loaded from ${join(PROJECT, "assets")}. Restore that folder, for example with: git checkout -- assets`,
  );
}
