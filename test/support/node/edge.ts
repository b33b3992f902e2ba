import { readFileSync, writeFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { join } from "node:path";
import { Log, LogLevel, Miniflare } from "miniflare";
import { START_CRON } from "../../../src/crons.ts";
import { migrate, type RunBatch } from "../../../src/selfhost/migrate.ts";
import type { Invocation } from "../edge/invocation.ts";
import { watchIsolate } from "./isolate-memory.ts";
import { waitFor } from "./machine.ts";
import { workerdOf } from "./processes.ts";
import { analyse } from "./service.ts";

/** What the platform gives an isolate, heap and array buffers together. */
export const ISOLATE_MIB = 128;
/**
 * The heap's part of it, in MiB, which the runtime keeps to; the rest is left to array buffers. The
 * platform has no such parts: imports and an ingest of Enterprise want a larger heap, and few buffers beside it.
 */
export const HEAP = { usual: 80, bulk: 84 } as const;
const PROJECT = join(import.meta.dirname, "..", "..", "..");

/** What a task took, in memory and in each invocation of the Worker. */
export interface Measured {
  /** What the task threw, if it did. */
  failure: Error | null;
  invocations: Invocation[];
  /** The most that the isolate was seen to hold, in MiB: heap and array buffers. */
  isolateMib: number;
  /**
   * The same from the system's side, where nothing is missed: what the isolate held before, and by
   * how much the whole runtime grew at its peak, the stand-ins for the platform's storage included.
   */
  boundMib: number;
}

export interface EdgeOptions {
  /** Where the data lies; in memory where it is left out. */
  folder?: string;
  /** Settings of the Worker. */
  settings?: Record<string, string>;
}

/** The Worker under the platform's limits. */
export interface Edge {
  url: string;
  runCron(cron: string): Promise<void>;
  /** Runs a task and answers the invocations of the Worker meanwhile. */
  invocationsOf(task: () => Promise<unknown>): Promise<Invocation[]>;
  /** Runs a task and answers what it took. */
  measure(task: () => Promise<void> | undefined): Promise<Measured>;
  close(): Promise<void>;
}

/**
 * Starts the built Worker behind `limited-worker.ts`, with the release that it ships, and with
 * whatever an isolate makes once.
 */
export async function startEdge(
  heapMib: number = HEAP.bulk,
  { folder, settings = {} }: EdgeOptions = {},
): Promise<Edge> {
  process.env["MINIFLARE_WORKERD_V8_FLAGS"] = `--max-heap-size=${heapMib}`;
  const { bindings, ...rest } = options();
  const miniflare = new Miniflare({
    ...rest,
    bindings: { ...bindings, ...settings },
    ...(folder !== undefined && { defaultPersistRoot: folder }),
  });
  const url = (await miniflare.ready).href.replace(/\/$/, "");
  delete process.env["MINIFLARE_WORKERD_V8_FLAGS"];
  for (const name of ["knowledge", "workspace"]) {
    const database = await miniflare.getD1Database(`${name.toUpperCase()}_DB`);
    const run: RunBatch = async (statements) => {
      const prepared = statements.map(({ sql, values }) => database.prepare(sql).bind(...values));
      return (await database.batch(prepared)).map(({ results }) => results as never);
    };
    await migrate(run, join(PROJECT, "migrations", name));
  }
  const pid = workerdOf(process.pid);
  const runCron = async (cron: string) =>
    void (await (await miniflare.getWorker()).scheduled({ cron }));
  await runCron(START_CRON);
  await waitFor("the shipped release", async () => {
    const health: unknown = await (await fetch(`${url}/api/health`)).json();
    return (health as { knowledge_base: object[] }).knowledge_base.length > 0 || null;
  });
  await analyse(url, { text: "APT29 used PowerShell." });
  const isolate = await watchIsolate(await miniflare.getInspectorURL());
  const askInvocations = async () => await fetch(`${url}/__invocations`);
  // The runtime closes a connection that was idle for some seconds, which a client learns by using it.
  const takeInvocations = async () =>
    (await (await askInvocations().catch(askInvocations)).json()) as Invocation[];
  return {
    url,
    runCron,
    invocationsOf: async (task) => {
      await takeInvocations();
      await task();
      return await takeInvocations();
    },
    measure: async (task) => {
      await takeInvocations();
      const before = await isolate.now();
      // proc(5): 5 sets the peak to what is resident now.
      writeFileSync(`/proc/${pid}/clear_refs`, "5");
      const resident = residentMib(pid, "VmRSS");
      const { failure, most } = await isolate.mostDuring(task);
      const boundMib = before + residentMib(pid, "VmHWM") - resident;
      return { failure, invocations: await takeInvocations(), isolateMib: most, boundMib };
    },
    close: async () => {
      isolate.close();
      await miniflare.dispose();
    },
  };
}

function residentMib(pid: number, what: "VmRSS" | "VmHWM"): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(new RegExp(`${what}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024;
}

function options() {
  const source = (path: string) => readFileSync(join(PROJECT, path), "utf8");
  const limited = "test/support/edge/limited-worker.ts";
  const counted = "test/support/counted-database.ts";
  return {
    modulesRoot: PROJECT,
    modules: [
      {
        type: "ESModule" as const,
        path: join(PROJECT, limited),
        contents: stripTypeScriptTypes(source(limited)),
      },
      {
        type: "ESModule" as const,
        path: join(PROJECT, counted),
        contents: stripTypeScriptTypes(source(counted)),
      },
      // What the tests import from the source is the built Worker here.
      {
        type: "ESModule" as const,
        path: join(PROJECT, "src/worker.ts"),
        contents: source(".build/worker.js"),
      },
    ],
    compatibilityDate: "2026-07-30",
    compatibilityFlags: ["nodejs_compat", "enable_request_signal"],
    bindings: {
      ALLOW_PRIVATE_SOURCES: "true",
      HOST: "127.0.0.1",
      AUDIT_KEY: "a-key-for-tests-of-32-characters-or-more",
    },
    d1Databases: { KNOWLEDGE_DB: "knowledge", WORKSPACE_DB: "workspace" },
    r2Buckets: { FILES: "files" },
    queueProducers: { JOBS: "jobs" },
    queueConsumers: { jobs: { maxBatchSize: 5, maxBatchTimeout: 0, maxRetries: 3 } },
    assets: {
      directory: join(PROJECT, "assets"),
      binding: "ASSETS",
      routerConfig: { invoke_user_worker_ahead_of_assets: true, has_user_worker: true },
    },
    inspectorPort: 0,
    cf: false as const,
    log: new Log(LogLevel.WARN),
  };
}
