import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { PROGRAMS } from "../project.ts";
import { type CapnpValue, type Embed } from "./capnp-text.ts";

type EmbedFile = (path: string) => Embed;
type Service = { name: string } & Record<string, CapnpValue>;

/** The storage simulators that come with Miniflare; its Node program is not loaded. */
const SIMULATORS = join(dirname(createRequire(import.meta.url).resolve("miniflare")), "workers");
const SIMULATOR_DATE = "2023-07-24";
const OBJECT_ENTRY = join(SIMULATORS, "shared", "object-entry.worker.js");
/** Does the same for databases, and can hold them. */
const DATABASE_ENTRY = join(PROGRAMS, "workers", "database.js");

/** Modules that the simulators import by name. */
export function storageExtension(embed: EmbedFile) {
  const module = (name: string) => ({
    name: `miniflare:${name}`,
    esModule: embed(
      join(SIMULATORS, "shared", name === "shared" ? "index.worker.js" : `${name}.worker.js`),
    ),
  });
  return { modules: [module("shared"), module("zod")] };
}

/** Services `d1:knowledge`, `d1:workspace` and `r2:files`, kept in folders of the data folder. */
export function createStorage(dataDir: string, embed: EmbedFile): Service[] {
  return [
    disk("d1:disk", join(dataDir, "d1")),
    simulator("d1", "d1/database.worker.js", "D1DatabaseObject", embed),
    entry("d1:knowledge", "knowledge", "d1", "D1DatabaseObject", embed(DATABASE_ENTRY)),
    entry("d1:workspace", "workspace", "d1", "D1DatabaseObject", embed(DATABASE_ENTRY)),
    disk("r2:disk", join(dataDir, "r2")),
    simulator("r2", "r2/bucket.worker.js", "R2BucketObject", embed),
    entry("r2:files", "files", "r2", "R2BucketObject", embed(OBJECT_ENTRY)),
  ];
}

function disk(name: string, path: string): Service {
  return { name, disk: { path, writable: true } };
}

/** A durable object that keeps one database or bucket; its key names the files on disk. */
function simulator(kind: string, script: string, className: string, embed: EmbedFile): Service {
  return {
    name: kind,
    worker: {
      modules: [{ name: "object.js", esModule: embed(join(SIMULATORS, script)) }],
      compatibilityDate: SIMULATOR_DATE,
      compatibilityFlags: ["nodejs_compat", "experimental"],
      durableObjectNamespaces: [{ className, uniqueKey: `miniflare-${className}` }],
      durableObjectStorage: { localDisk: `${kind}:disk` },
      bindings: [
        { name: "MINIFLARE_BLOBS", service: `${kind}:disk` },
        { name: "MINIFLARE_LOOPBACK", service: "faults" },
      ],
    },
  };
}

/** Sends what a binding asks to the object of one database or bucket. */
function entry(
  name: string,
  object: string,
  serviceName: string,
  className: string,
  script: Embed,
): Service {
  return {
    name,
    worker: {
      modules: [{ name: "entry.js", esModule: script }],
      compatibilityDate: SIMULATOR_DATE,
      bindings: [
        { name: "MINIFLARE_NAMESPACE", text: object },
        { name: "MINIFLARE_OBJECT", durableObjectNamespace: { className, serviceName } },
      ],
    },
  };
}
