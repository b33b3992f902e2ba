/**
 * `npm run ingest -- <file.json|.json.gz> [--domain D --version V]`: sends a bundle to the running
 * service, or starts one on DATA_DIR for as long as the ingest takes.
 */
import { openAsBlob } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { z } from "zod";
import { findRunningInstance } from "./lock.ts";
import { serve } from "./serve.ts";
import { type HostSettings, parseHostSettings } from "./settings.ts";

const taskSchema = z.object({
  status: z.enum(["queued", "running", "complete", "failed"]),
  domains: z.array(
    z.object({ domain: z.string(), version: z.string(), error: z.string().nullable() }),
  ),
});

/** Sends the bundle and waits until it is ingested. @throws Error with the service's own sentence */
async function ingest(url: string, path: string, query: URLSearchParams): Promise<string> {
  const headers = {
    ...(path.endsWith(".gz") && { "Content-Encoding": "gzip" }),
    "X-Auth-User": "npm run ingest",
    "X-Auth-Roles": "admin",
    "X-Proxy-Secret": process.env["PROXY_SECRET"] ?? "",
  };
  const body = await openAsBlob(path);
  const sent = await fetch(`${url}/api/sync/bundles?${query}`, { method: "POST", headers, body });
  const answer = (await sent.json()) as { task_id?: string; detail?: string };
  if (answer.task_id === undefined) throw new Error(answer.detail ?? `HTTP ${sent.status}`);
  for (;;) {
    const response = await fetch(`${url}/api/sync/tasks/${answer.task_id}`, { headers });
    const { status, domains } = taskSchema.parse(await response.json());
    const [release] = domains;
    if (status === "failed") throw new Error(release?.error ?? "The ingest failed.");
    if (status === "complete") return `${release?.domain} ${release?.version} is ingested.`;
    await sleep(200);
  }
}

/** Runs a task against the service on this data folder, started for it if none runs. */
async function withService<T>(
  settings: HostSettings,
  task: (url: string) => Promise<T>,
): Promise<T> {
  const running = findRunningInstance(settings.dataDir)?.url ?? null;
  if (running !== null) return await task(running);
  const service = await serve({ ...settings, port: 0 }, process.env);
  try {
    return await task(service.url);
  } finally {
    await service.close();
  }
}

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { domain: { type: "string" }, version: { type: "string" } },
  });
  const [path] = positionals;
  if (path === undefined) throw new Error("Usage: npm run ingest -- <file.json|.json.gz>");
  const query = new URLSearchParams(
    Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
  console.log(await withService(parseHostSettings(process.env), (url) => ingest(url, path, query)));
  process.exit(0);
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
}
