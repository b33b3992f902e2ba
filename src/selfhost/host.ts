import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { SETTING_NAMES } from "../settings.ts";
import type { ProxySettings } from "./egress/proxy-settings.ts";
import { type EgressSockets, startEgress } from "./egress/start-egress.ts";
import { migrate, type RunBatch } from "./migrate.ts";
import { makeSocketFolder } from "./private-files.ts";
import { PROJECT } from "./project.ts";
import { serveReport } from "./report/serve-report.ts";
import { startReaders } from "./readers/start-readers.ts";
import { Background } from "./runtime/background.ts";
import { type CommonLayout, configureBackground, configureServing } from "./runtime/config.ts";
import { ControlClient } from "./runtime/control-client.ts";
import type { DatabaseGate } from "./erase-deleted.ts";
import { passOnToBackground, relay } from "./runtime/pass-on.ts";
import { watchWorkerd } from "./runtime/watch-workerd.ts";
import { Workerd } from "./runtime/workerd.ts";

export interface HostOptions {
  host: string;
  /** 0 selects a free port. */
  port: number;
  dataDir: string;
  /** The folder for scheduled backups; null if they are off. */
  backupDir: string | null;
  proxy: ProxySettings | null;
  environment: NodeJS.ProcessEnv;
  /** Called after workerd ended unexpectedly and was restarted. */
  onRestart: () => Promise<void>;
  /**
   * Called after the background process ended unexpectedly.
   * @param time milliseconds since 1970; no work that began earlier is in progress
   */
  onBackgroundCrash: (time: number) => void;
  /** Called with the process ids of workerd when a process has started or ended. */
  onProcesses: (pids: number[]) => void;
}

/** The Worker, served by workerd. */
export interface Host {
  url: string;
  /** Whether its data is new. Then the first cron loads the shipped facts. */
  isNew: boolean;
  /** The start time of the serving process, in milliseconds since 1970. */
  startedAt(): number;
  /**
   * Runs the Worker's scheduled handler. Returns whether it succeeded.
   * @param time milliseconds since 1970
   */
  schedule(cron: string, time: number): Promise<boolean>;
  gate: DatabaseGate;
  close(): Promise<void>;
}

/** Services of the serving process that the background process uses. */
const STORAGE = ["d1", "r2", "queue"] as const;

/** Options of both workerd processes. */
interface Shared {
  options: HostOptions;
  socket: (name: string) => string;
  layout: CommonLayout;
  environment: NodeJS.ProcessEnv;
}

/** Migrates the databases and starts the Worker with its bindings. */
export async function startHost(options: HostOptions): Promise<Host> {
  const { host, dataDir, backupDir } = options;
  const folder = makeSocketFolder(dataDir);
  for (const name of ["d1", "r2"]) mkdirSync(join(dataDir, name), { recursive: true });
  const egress = options.proxy === null ? null : await startEgress(options.proxy, folder.path);
  const shared = share(options, folder.path, egress?.sockets ?? null);
  const { sockets } = shared.layout;
  const tellProcesses = () => options.onProcesses([...workerd.pids(), ...background.pids()]);
  const background = createBackground(shared, tellProcesses);
  const { workerd, configure, controlSocket } = createServing(shared, background, tellProcesses);
  const readers = await startReaders({ socketPath: sockets.readers });
  const processes = () => ({
    node: [process.pid],
    workerd: workerd.pids(),
    background: background.pids(),
    readers: readers.pids(),
  });
  const ends = await Promise.all([
    serveReport(sockets.host, { dataDir, backupDir, processes }),
    ...STORAGE.map(async (name) => await relay(shared.socket(`to-${name}`), sockets[name])),
    passOnToBackground(sockets.background, background, "requests"),
    passOnToBackground(sockets.deliveries, background, "control"),
  ]);
  let endWatch = () => undefined as void;
  const close = async () => {
    endWatch();
    await background.close();
    await workerd.stop();
    await Promise.all([readers.close(), ...ends.map((end) => end()), egress?.close()]);
    folder.remove();
  };
  try {
    configure(options.port);
    const port = await workerd.start();
    tellProcesses();
    // A restart uses the same port.
    configure(port);
    const control = new ControlClient(controlSocket);
    endWatch = watchWorkerd({ ping: () => control.ping(), kill: () => workerd.kill() });
    const isNew = await migrateAll(control);
    const schedule = async (cron: string, time: number) => await control.schedule(cron, time);
    const url = publicUrl(host, port);
    return { url, isNew, startedAt: () => workerd.startedAt, schedule, gate: control, close };
  } catch (error) {
    await close();
    throw error;
  }
}

function share(options: HostOptions, folder: string, egress: EgressSockets | null): Shared {
  const settings = givenSettings(options.environment, options.host);
  const socket = (name: string) => join(folder, `${name}.sock`);
  const sockets = {
    readers: socket("readers"),
    host: socket("host"),
    d1: socket("d1"),
    r2: socket("r2"),
    queue: socket("queue"),
    background: socket("background"),
    deliveries: socket("deliveries"),
  };
  return {
    options,
    socket,
    layout: { sockets, egress, settingNames: Object.keys(settings) },
    environment: { ...options.environment, ...settings, TZ: "UTC" },
  };
}

/** Creates the serving process. `configure` writes its configuration before it starts. */
function createServing(
  { options, socket, layout, environment }: Shared,
  background: Background,
  tellProcesses: () => void,
) {
  const { host, dataDir, onRestart } = options;
  const controlSocket = socket("control");
  const { d1, r2, queue } = layout.sockets;
  const configFile = join(dataDir, "run", "workerd.capnp");
  const configure = (port: number) => {
    const text = configureServing(
      { ...layout, host, port, dataDir, controlSocket },
      dirname(configFile),
    );
    writeFileSync(configFile, text);
  };
  const workerd = new Workerd({
    configFile,
    socketFiles: [controlSocket, d1, r2, queue],
    environment,
    // It uses the databases of the serving process.
    onEnd: () => background.kill(),
    onRestart: async () => {
      tellProcesses();
      await onRestart();
    },
  });
  return { workerd, configure, controlSocket };
}

function createBackground(
  { options, socket, layout, environment }: Shared,
  tellProcesses: () => void,
): Background {
  return new Background({
    configure: (n) => {
      const sockets = { requests: socket(`work-${n}`), control: socket(`ctl-${n}`) };
      const configFile = join(options.dataDir, "run", `background-${n}.capnp`);
      const storage = Object.fromEntries(STORAGE.map((name) => [name, socket(`to-${name}`)]));
      const own = {
        ...layout,
        sockets: { ...layout.sockets, ...storage },
        requestSocket: sockets.requests,
        controlSocket: sockets.control,
      };
      writeFileSync(configFile, configureBackground(own, dirname(configFile)));
      const socketFiles = Object.values(sockets);
      // The serving process logs the requests.
      const quiet = { ...environment, LOG_REQUESTS: "false" };
      return { configFile, socketFiles, sockets, environment: quiet };
    },
    onChange: tellProcesses,
    onCrash: options.onBackgroundCrash,
  });
}

/** Migrates all databases. Returns whether the knowledge base is new. */
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

/** Returns the Worker's settings from the environment, with HOST as the actual listening address. */
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
