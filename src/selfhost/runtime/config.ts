import { join, relative } from "node:path";
import { PROGRAMS, PROJECT, WORKER_SCRIPT } from "../project.ts";
import type { EgressSockets } from "../egress/start-egress.ts";
import { OPERATOR_NETWORK, PUBLIC_ONLY } from "../network.ts";
import { type CapnpValue, Embed, EnumName, toCapnpText } from "./capnp-text.ts";
import { createStorage, d1Binding, storageExtension } from "./storage.ts";
import { V8_FLAGS } from "./v8-flags.ts";

/** Where workerd listens and keeps its data, and which settings the Worker is given. */
export interface RuntimeLayout {
  host: string;
  /** 0 takes a free one. */
  port: number;
  /** Folder of the databases and of the object storage. */
  dataDir: string;
  /** Sockets of the Node program, in a folder that only its user may enter. */
  controlSocket: string;
  readersSocket: string;
  hostSocket: string;
  /** Where requests leave by a proxy; null where workerd connects to hosts itself. */
  egress: EgressSockets | null;
  /** Names of environment variables that become bindings; their values never reach a file. */
  settingNames: readonly string[];
}

type Service = { name: string } & Record<string, CapnpValue>;

const COMPATIBILITY_DATE = "2026-07-30";

/**
 * The configuration of workerd: the Worker with its bindings, the storage services below it, and two
 * sockets: the service's own, and one for the Node program that nobody else can open. Nothing else
 * listens. The text is for a file in `folder`, to which the paths of embedded files are relative.
 */
export function writeConfig(layout: RuntimeLayout, folder: string): string {
  const embed = (path: string) => new Embed(relative(folder, path));
  const config = {
    services: [
      mainWorker(layout, embed),
      ...createStorage(layout.dataDir, embed),
      ...networks(layout.egress),
      { name: "readers", external: { address: `unix:${layout.readersSocket}`, http: {} } },
      { name: "host", external: { address: `unix:${layout.hostSocket}`, http: {} } },
      { name: "assets", disk: { path: join(PROJECT, "assets") } },
      helper("queue", [{ name: "WORKER", service: "worker" }], embed),
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
    ],
    extensions: [storageExtension(embed)],
    v8Flags: V8_FLAGS,
  } satisfies CapnpValue;
  const schema = `using Workerd = import "/workerd/workerd.capnp";\n`;
  return `${schema}const config :Workerd.Config = ${toCapnpText(config)};\n`;
}

/** The Worker itself, the file that `wrangler deploy` uploads. */
function mainWorker(layout: RuntimeLayout, embed: (path: string) => Embed): Service {
  return {
    name: "worker",
    worker: {
      modules: [{ name: "worker.js", esModule: embed(WORKER_SCRIPT) }],
      compatibilityDate: COMPATIBILITY_DATE,
      compatibilityFlags: ["nodejs_compat", "enable_request_signal"],
      globalOutbound: "public",
      bindings: [
        d1Binding("KNOWLEDGE_DB", "knowledge"),
        d1Binding("WORKSPACE_DB", "workspace"),
        { name: "FILES", r2Bucket: "r2" },
        { name: "JOBS", queue: "queue" },
        { name: "ASSETS", service: "assets" },
        { name: "READERS", service: "readers" },
        { name: "HOST_PROGRAM", service: "host" },
        { name: "OPERATOR_NETWORK", service: "operator" },
        { name: "START_UP", text: "awaited" },
        ...(layout.egress === null ? [] : [{ name: "EGRESS", text: "explained" }]),
        ...layout.settingNames.map((name) => ({ name, fromEnvironment: name })),
      ],
    },
  };
}

/** The networks `public` and `operator`. */
function networks(egress: EgressSockets | null): Service[] {
  if (egress === null) {
    return [
      { name: "public", network: PUBLIC_ONLY.network },
      { name: "operator", network: OPERATOR_NETWORK.network },
    ];
  }
  return Object.entries(egress).map(([name, path]) => {
    // With whole URLs, as https is begun behind the socket.
    return { name, external: { address: `unix:${path}`, http: { style: new EnumName("proxy") } } };
  });
}

/** A small worker of ours beside the Worker. */
function helper(
  name: string,
  bindings: readonly CapnpValue[],
  embed: (path: string) => Embed,
): Service {
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
