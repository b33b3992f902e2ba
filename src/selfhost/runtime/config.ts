import { join, relative } from "node:path";
import { PROGRAMS, PROJECT, WORKER_SCRIPT } from "../project.ts";
import type { EgressSockets } from "../egress/start-egress.ts";
import { OPERATOR_NETWORK, PUBLIC_ONLY } from "../network.ts";
import { type CapnpValue, Embed, EnumName, toCapnpText } from "./capnp-text.ts";
import { createStorage, d1Binding, remoteD1Binding, storageExtension } from "./storage.ts";
import { V8_FLAGS } from "./v8-flags.ts";

/** Options of both workerd processes. */
export interface CommonLayout {
  /** Sockets of the Node program and the storage, in a folder that only its user may enter. */
  sockets: {
    readers: string;
    host: string;
    d1: string;
    r2: string;
    queue: string;
    /** The Node program forwards its requests to the background process. */
    background: string;
    deliveries: string;
  };
  /** The sockets for requests through a proxy; null if workerd connects to hosts itself. */
  egress: EgressSockets | null;
  /** Names of environment variables that become bindings. Their values are never written to a file. */
  settingNames: readonly string[];
}

/** Where the serving process listens and stores its data. */
export interface ServingLayout extends CommonLayout {
  host: string;
  /** 0 selects a free port. */
  port: number;
  controlSocket: string;
  /** The folder of the databases and the object storage. */
  dataDir: string;
}

/** Where the background process listens. */
export interface BackgroundLayout extends CommonLayout {
  requestSocket: string;
  controlSocket: string;
}

type Service = { name: string } & Record<string, CapnpValue>;
type EmbedFile = (path: string) => Embed;

const COMPATIBILITY_DATE = "2026-07-30";

/**
 * Returns the configuration of the serving process: the Worker with its bindings, its storage services, and
 * sockets. One socket is for the service, one for the Node program, and three give the background process
 * access to the storage and the queue. No one else can open these, and nothing else listens. The text is for a
 * file in `folder`; paths of embedded files are relative to it.
 */
export function configureServing(layout: ServingLayout, folder: string): string {
  const embed: EmbedFile = (path) => new Embed(relative(folder, path));
  const { sockets } = layout;
  return configurationText({
    services: [
      mainWorker(layout, embed, [
        d1Binding("KNOWLEDGE_DB", "knowledge"),
        d1Binding("WORKSPACE_DB", "workspace"),
        { name: "BACKGROUND", service: "background" },
        { name: "START_UP", text: "awaited" },
      ]),
      ...createStorage(layout.dataDir, embed),
      ...outside(layout),
      external("background", sockets.background),
      external("deliveries", sockets.deliveries),
      helper("queue", [{ name: "BACKGROUND", service: "deliveries" }], embed),
      helper(
        "control",
        [
          { name: "WORKER", service: "worker" },
          d1Binding("KNOWLEDGE_DB", "knowledge"),
          d1Binding("WORKSPACE_DB", "workspace"),
          {
            name: "DATABASES",
            durableObjectNamespace: { className: "Database", serviceName: "d1" },
          },
        ],
        embed,
      ),
    ],
    sockets: [
      socket("public", addressOf(layout.host, layout.port), "worker"),
      socket("control", `unix:${layout.controlSocket}`, "control"),
      socket("d1", `unix:${sockets.d1}`, "d1"),
      socket("r2", `unix:${sockets.r2}`, "r2"),
      socket("queue", `unix:${sockets.queue}`, "queue"),
    ],
    extensions: [storageExtension(embed)],
    v8Flags: V8_FLAGS,
  });
}

/** Returns the configuration of the background process: the same Worker, with the storage of the serving process. */
export function configureBackground(layout: BackgroundLayout, folder: string): string {
  const embed: EmbedFile = (path) => new Embed(relative(folder, path));
  const { sockets } = layout;
  return configurationText({
    services: [
      mainWorker(layout, embed, [
        remoteD1Binding("KNOWLEDGE_DB", "knowledge"),
        remoteD1Binding("WORKSPACE_DB", "workspace"),
      ]),
      external("d1", sockets.d1),
      external("r2", sockets.r2),
      external("queue", sockets.queue),
      ...outside(layout),
      helper(
        "entrance",
        [
          { name: "WORKER", service: "worker" },
          { name: "UNDER_WAY", service: { name: "worker", entrypoint: "underWay" } },
        ],
        embed,
      ),
    ],
    sockets: [
      socket("public", `unix:${layout.requestSocket}`, "entrance"),
      {
        ...socket("control", `unix:${layout.controlSocket}`, "entrance"),
        service: { name: "entrance", entrypoint: "control" },
      },
    ],
    extensions: [storageExtension(embed)],
    v8Flags: V8_FLAGS,
  });
}

function configurationText(config: CapnpValue): string {
  const schema = `using Workerd = import "/workerd/workerd.capnp";\n`;
  return `${schema}const config :Workerd.Config = ${toCapnpText(config)};\n`;
}

/** Returns the Worker itself, in the file that `wrangler deploy` uploads. */
function mainWorker(layout: CommonLayout, embed: EmbedFile, bindings: CapnpValue[]): Service {
  return {
    name: "worker",
    worker: {
      modules: [{ name: "worker.js", esModule: embed(WORKER_SCRIPT) }],
      compatibilityDate: COMPATIBILITY_DATE,
      compatibilityFlags: ["nodejs_compat", "enable_request_signal"],
      globalOutbound: "public",
      bindings: [
        ...bindings,
        { name: "FILES", r2Bucket: "r2" },
        { name: "JOBS", queue: "queue" },
        { name: "ASSETS", service: "assets" },
        { name: "READERS", service: "readers" },
        { name: "HOST_PROGRAM", service: "host" },
        { name: "OPERATOR_NETWORK", service: "operator" },
        ...(layout.egress === null ? [] : [{ name: "EGRESS", text: "explained" }]),
        ...layout.settingNames.map((name) => ({ name, fromEnvironment: name })),
      ],
    },
  };
}

/** Returns the external services of the Worker: networks, the Node program and its readers, and static files. */
function outside({ sockets, egress }: CommonLayout): Service[] {
  return [
    ...networks(egress),
    external("readers", sockets.readers),
    external("host", sockets.host),
    { name: "assets", disk: { path: join(PROJECT, "assets") } },
  ];
}

function external(name: string, path: string): Service {
  return { name, external: { address: `unix:${path}`, http: {} } };
}

/** Returns the networks `public` and `operator`. */
function networks(egress: EgressSockets | null): Service[] {
  if (egress === null) {
    return [
      { name: "public", network: PUBLIC_ONLY.network },
      { name: "operator", network: OPERATOR_NETWORK.network },
    ];
  }
  return Object.entries(egress).map(([name, path]) => {
    // With absolute URLs, because https begins behind the socket.
    return { name, external: { address: `unix:${path}`, http: { style: new EnumName("proxy") } } };
  });
}

/** Returns a small helper worker. */
function helper(name: string, bindings: readonly CapnpValue[], embed: EmbedFile): Service {
  const script = join(PROGRAMS, "workers", `${name}.js`);
  return {
    name,
    worker: {
      modules: [{ name: `${name}.js`, esModule: embed(script) }],
      compatibilityDate: COMPATIBILITY_DATE,
      compatibilityFlags: ["service_binding_extra_handlers"],
      bindings,
    },
  };
}

function socket(name: string, address: string, service: string) {
  return { name, address, http: {}, service };
}

function addressOf(host: string, port: number): string {
  return host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`;
}
