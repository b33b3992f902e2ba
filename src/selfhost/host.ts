import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { SETTING_NAMES } from "../settings.ts";
import type { ProxySettings } from "./egress/proxy-settings.ts";
import { startEgress } from "./egress/start-egress.ts";
import { migrate, type RunBatch } from "./migrate.ts";
import { makeSocketFolder } from "./private-files.ts";
import { PROJECT } from "./project.ts";
import { serveReport } from "./report/serve-report.ts";
import { startReaders } from "./readers/start-readers.ts";
import { writeConfig } from "./runtime/config.ts";
import { ControlClient } from "./runtime/control-client.ts";
import type { DatabaseGate } from "./erase-deleted.ts";
import { watchWorkerd } from "./runtime/watch-workerd.ts";
import { Workerd } from "./runtime/workerd.ts";

export interface HostOptions {
  host: string;
  /** 0 takes a free one. */
  port: number;
  dataDir: string;
  /** Where scheduled backups are written; null where none are. */
  backupDir: string | null;
  proxy: ProxySettings | null;
  environment: NodeJS.ProcessEnv;
  /** Called after workerd ended unexpectedly and was started again. */
  onRestart: () => Promise<void>;
}

/** The Worker, served by workerd. */
export interface Host {
  url: string;
  /** Whether its data is: then the first cron loads the shipped facts. */
  isNew: boolean;
  workerdPids(): number[];
  /** Runs the Worker's scheduled handler; answers whether it ended well. */
  schedule(cron: string): Promise<boolean>;
  gate: DatabaseGate;
  close(): Promise<void>;
}

/** Starts the Worker with its bindings, migrated databases included. */
export async function startHost(options: HostOptions): Promise<Host> {
  const { host, dataDir } = options;
  const sockets = makeSocketFolder(dataDir);
  const controlSocket = join(sockets.path, "control.sock");
  const readersSocket = join(sockets.path, "readers.sock");
  const hostSocket = join(sockets.path, "host.sock");
  for (const name of ["d1", "r2"]) mkdirSync(join(dataDir, name), { recursive: true });
  const settings = givenSettings(options.environment, host);
  const configFile = join(dataDir, "run", "workerd.capnp");
  const egress = options.proxy === null ? null : await startEgress(options.proxy, sockets.path);
  const configure = (port: number) => {
    const settingNames = Object.keys(settings);
    const links = { controlSocket, readersSocket, hostSocket, egress: egress?.sockets ?? null };
    const layout = { host, port, dataDir, ...links, settingNames };
    writeFileSync(configFile, writeConfig(layout, dirname(configFile)));
  };
  const workerd = new Workerd({
    configFile,
    socketFiles: [controlSocket],
    environment: { ...options.environment, ...settings, TZ: "UTC" },
    onRestart: options.onRestart,
  });
  const readers = await startReaders({ socketPath: readersSocket });
  const processes = () => ({
    node: [process.pid],
    workerd: workerd.pids(),
    readers: readers.pids(),
  });
  const closeReport = await serveReport(hostSocket, {
    dataDir,
    backupDir: options.backupDir,
    processes,
  });
  let endWatch = () => undefined as void;
  const close = async () => {
    endWatch();
    await workerd.stop();
    await Promise.all([readers.close(), closeReport(), egress?.close()]);
    sockets.remove();
  };
  try {
    configure(options.port);
    const port = await workerd.start();
    // Started again, it takes the port that it was given.
    configure(port);
    const control = new ControlClient(controlSocket);
    endWatch = watchWorkerd({ ping: () => control.ping(), kill: () => workerd.kill() });
    const isNew = await migrateAll(control);
    const schedule = async (cron: string) => await control.schedule(cron);
    const url = publicUrl(host, port);
    return { url, isNew, workerdPids: () => workerd.pids(), schedule, gate: control, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Answers whether the knowledge base is new. */
async function migrateAll(control: ControlClient): Promise<boolean> {
  let isNew = false;
  let tell = () => {
    console.error("Preparing the databases ...");
    tell = () => undefined;
  };
  for (const name of ["WORKSPACE", "KNOWLEDGE"] as const) {
    const folder = join(PROJECT, "migrations", name.toLowerCase());
    const run: RunBatch = (statements) => control.batch(`${name}_DB`, statements);
    isNew = await migrate(run, folder, () => tell());
  }
  return isNew;
}

/** The Worker's settings out of the environment; HOST as it is really listened on. */
function givenSettings(environment: NodeJS.ProcessEnv, host: string): Record<string, string> {
  const given = SETTING_NAMES.flatMap((name) => {
    const value = environment[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...Object.fromEntries(given), HOST: host };
}

function publicUrl(host: string, port: number): string {
  const anywhere = host === "0.0.0.0" || host === "::";
  const name = anywhere ? "127.0.0.1" : host.includes(":") ? `[${host}]` : host;
  return `http://${name}:${port}`;
}
