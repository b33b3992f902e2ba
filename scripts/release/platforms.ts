import { readFileSync } from "node:fs";
import { join } from "node:path";

export const PROJECT = join(import.meta.dirname, "..", "..");

/** A package of the npm registry, and the hash that its archive must have. */
export interface LockedPackage {
  name: string;
  version: string;
  license: string;
  /** As npm writes it: `sha512-` and base64. */
  integrity: string;
}

/** The programs that a platform needs. */
export interface Platform {
  node: LockedPackage;
  workerd: LockedPackage;
}

export const PLATFORM_NAMES = ["linux-x64", "linux-arm64"] as const;
export type PlatformName = (typeof PLATFORM_NAMES)[number];

/** A package as package-lock.json has it. */
export interface LockEntry {
  version: string;
  license?: string;
  integrity?: string;
}
interface Lock {
  packages: Record<string, LockEntry>;
}
/** Hashes of packages that the lock file lacks, because the package `node` fetches them itself. */
interface NodePackages {
  version: string;
  integrity: Record<PlatformName, string>;
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(join(PROJECT, path), "utf8"));
}

export function readLock(): Record<string, LockEntry> {
  return (readJson("package-lock.json") as Lock).packages;
}

/** The programs of a platform, at the versions that the project is tested with. */
export function platformOf(name: PlatformName): Platform {
  const lock = readLock();
  const workerd = `@cloudflare/workerd-${name.replace("x64", "64")}`;
  const locked = lock[`node_modules/${workerd}`];
  const node = readJson("scripts/release/node-packages.json") as NodePackages;
  if (locked?.integrity === undefined) throw new Error(`package-lock.json lacks ${workerd}.`);
  if (lock["node_modules/node"]?.version !== node.version) {
    throw new Error(
      "Write the hashes of the installed Node to scripts/release/node-packages.json.",
    );
  }
  const { version, license = "Apache-2.0", integrity } = locked;
  return {
    node: {
      name: `node-${name}`,
      version: node.version,
      license: "MIT",
      integrity: node.integrity[name],
    },
    workerd: { name: workerd, version, license, integrity },
  };
}
