import { join } from "node:path";
import { PROGRAMS } from "../project.ts";
import type { CapnpValue, Embed } from "./capnp-text.ts";

type EmbedFile = (path: string) => Embed;
type Service = { name: string } & Record<string, CapnpValue>;

const COMPATIBILITY_DATE = "2026-07-30";
/**
 * The unique keys of the objects, from which workerd derives folder and file names. Earlier versions used the
 * same.
 */
export const OBJECT_KEYS = {
  Database: "miniflare-D1DatabaseObject",
  Bucket: "miniflare-R2BucketObject",
};
const D1_MODULE = "tradecraft-internal:d1";
const script = (name: string) => join(PROGRAMS, "workers", `${name}.js`);

/** Returns the workerd module that creates the bindings of `d1Binding`. */
export function storageExtension(embed: EmbedFile) {
  return {
    modules: [{ name: D1_MODULE, internal: true, esModule: embed(script("d1-binding")) }],
  };
}

/** Returns the services `d1` and `r2`, each with its data in a folder of the data folder. */
export function createStorage(dataDir: string, embed: EmbedFile): Service[] {
  const databases = { className: "Database" };
  const buckets = { className: "Bucket" };
  return [
    ...objects(
      "d1",
      "Database",
      "database",
      [{ name: "DATABASES", durableObjectNamespace: databases }],
      dataDir,
      embed,
    ),
    ...objects(
      "r2",
      "Bucket",
      "bucket",
      [
        { name: "BUCKETS", durableObjectNamespace: buckets },
        { name: "BLOBS", service: "r2:disk" },
      ],
      dataDir,
      embed,
    ),
  ];
}

/** Returns a helper worker whose Durable Objects store databases or buckets, and its disk. */
function objects(
  name: string,
  className: keyof typeof OBJECT_KEYS,
  file: string,
  bindings: CapnpValue[],
  dataDir: string,
  embed: EmbedFile,
): Service[] {
  const disk = `${name}:disk`;
  return [
    { name: disk, disk: { path: join(dataDir, name), writable: true } },
    {
      name,
      worker: {
        modules: [{ name: `${file}.js`, esModule: embed(script(file)) }],
        compatibilityDate: COMPATIBILITY_DATE,
        durableObjectNamespaces: [
          { className, uniqueKey: OBJECT_KEYS[className], enableSql: true },
        ],
        durableObjectStorage: { localDisk: disk },
        bindings,
      },
    },
  ];
}

/** Returns a Worker's binding to the database of this name. */
export function d1Binding(name: string, database: string) {
  const durableObjectNamespace = { className: "Database", serviceName: "d1" };
  return bindDatabase(name, database, { name: "objects", durableObjectNamespace });
}

/** Returns the same binding for a process that reaches the databases through a service `d1`. */
export function remoteD1Binding(name: string, database: string) {
  return bindDatabase(name, database, { name: "service", service: "d1" });
}

function bindDatabase(name: string, database: string, way: CapnpValue) {
  const innerBindings = [way, { name: "name", text: database }];
  return { name, wrapped: { moduleName: D1_MODULE, innerBindings } };
}
