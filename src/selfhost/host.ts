import { join } from "node:path";
import { Log, LogLevel, Miniflare } from "miniflare";
import { SETTING_NAMES } from "../env.ts";
import { findWorkerdChildren } from "./child-processes.ts";
import { migrate } from "./migrate.ts";
import { OPERATOR_NETWORK, PUBLIC_ONLY } from "./network.ts";
import { PROJECT, WORKER_SCRIPT } from "./project.ts";
import { openSocketFolder } from "./readers/socket-folder.ts";
import { startReaders } from "./readers/start-readers.ts";

export interface HostOptions {
  host: string;
  /** 0 takes a free one. */
  port: number;
  dataDir: string;
  environment: NodeJS.ProcessEnv;
  /** Called after workerd ended unexpectedly and Miniflare has started another. */
  onRestart: () => Promise<void>;
}

/** The Worker, served by workerd. */
export interface Host {
  url: string;
  workerdPids(): number[];
  /** Runs the Worker's scheduled handler. */
  schedule(cron: string): Promise<void>;
  close(): Promise<void>;
}

/** Starts the Worker with its bindings, migrated databases included. */
export async function startHost(options: HostOptions): Promise<Host> {
  const sockets = openSocketFolder(options.dataDir);
  const socketPath = join(sockets.path, "readers.sock");
  const readers = await startReaders({ socketPath });
  const miniflare = new Miniflare({
    ...workerOptions(options),
    // Direct sockets serve; this entry believes MF-* headers of any client, so nobody learns its port.
    host: "127.0.0.1",
    port: 0,
    cf: false,
    log: new Log(LogLevel.WARN),
    unsafeHandleRuntimeRestart: options.onRestart,
    serviceBindings: {
      READERS: { external: { address: `unix:${socketPath}`, http: {} } },
      OPERATOR_NETWORK,
    },
  });
  try {
    await miniflare.ready;
    for (const name of ["knowledge", "workspace"]) {
      const database = await miniflare.getD1Database(`${name.toUpperCase()}_DB`);
      await migrate(database, join(PROJECT, "migrations", name));
    }
    const bound = await miniflare.unsafeGetDirectURL();
    return {
      url: publicUrl(options.host, bound.port),
      workerdPids: findWorkerdChildren,
      // A handle on the Worker does not survive a restart of workerd, so it is asked for each time.
      schedule: async (cron) => void (await (await miniflare.getWorker()).scheduled({ cron })),
      close: async () => {
        await miniflare.dispose();
        await readers.close();
        sockets.remove();
      },
    };
  } catch (error) {
    await miniflare.dispose();
    await readers.close();
    sockets.remove();
    throw error;
  }
}

function workerOptions({ host, port, dataDir, environment }: HostOptions) {
  return {
    rootPath: PROJECT,
    modules: true,
    scriptPath: WORKER_SCRIPT,
    modulesRules: [{ type: "ESModule" as const, include: ["**/*.js"] }],
    compatibilityDate: "2026-07-30",
    compatibilityFlags: ["nodejs_compat", "enable_request_signal"],
    bindings: givenSettings(environment, host),
    d1Databases: { KNOWLEDGE_DB: "knowledge", WORKSPACE_DB: "workspace" },
    d1Persist: join(dataDir, "d1"),
    r2Buckets: { FILES: "files" },
    r2Persist: join(dataDir, "r2"),
    queueProducers: { JOBS: "jobs" },
    queueConsumers: { jobs: { maxBatchSize: 5, maxBatchTimeout: 0, maxRetries: 3 } },
    assets: {
      directory: join(PROJECT, "assets"),
      binding: "ASSETS",
      routerConfig: { invoke_user_worker_ahead_of_assets: true, has_user_worker: true },
    },
    outboundService: PUBLIC_ONLY,
    unsafeDirectSockets: [{ host, port }],
  };
}

/** The Worker's settings out of the environment; HOST as it is really listened on. */
function givenSettings(environment: NodeJS.ProcessEnv, host: string): Record<string, string> {
  const given = SETTING_NAMES.map((name) => [name, environment[name]] as const);
  return { ...Object.fromEntries(given.filter(([, value]) => value !== undefined)), HOST: host };
}

function publicUrl(host: string, port: string): string {
  const anywhere = host === "0.0.0.0" || host === "::";
  const name = anywhere ? "127.0.0.1" : host.includes(":") ? `[${host}]` : host;
  return `http://${name}:${port}`;
}
