import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type LockedPackage, type Platform, PROJECT, readLock } from "./platforms.ts";

/** A package of which something is in the archive. */
export interface Component extends LockedPackage {
  /** The texts of its license and notices, from its own files. */
  texts: string[];
}

/** Its program is an asset (scripts/build-reference.ts), so no build notes it. */
const REFERENCE = "node_modules/@scalar/fastify-api-reference";
const LICENSE_FILE = /^(?:licen[sc]e|copying|notice)/i;

/** All packages that are served, as scripts/build.mjs noted them, and the programs of a platform. */
export function componentsOf(platform: Platform, nodeLicense: string): Component[] {
  const built = readFileSync(join(PROJECT, ".build", "packages.json"), "utf8");
  const bundled = [...(JSON.parse(built) as string[]), REFERENCE].map(componentAt);
  const programs = [
    { ...platform.node, texts: [nodeLicense] },
    { ...platform.workerd, texts: [] },
  ];
  const byName = new Map(
    [...bundled, ...programs].map((one) => [`${one.name}@${one.version}`, one]),
  );
  return [...byName.keys()].sort().flatMap((key) => byName.get(key) ?? []);
}

/** The package in a folder of `node_modules`. @throws Error when the lock file does not name it */
function componentAt(path: string): Component {
  const locked = readLock()[path];
  if (locked?.integrity === undefined || locked.license === undefined) {
    throw new Error(`package-lock.json lacks the hash or the license of ${path}.`);
  }
  const { version, license, integrity } = locked;
  const name = path.replace(/^.*node_modules\//, "");
  const files = readdirSync(join(PROJECT, path)).filter((file) => LICENSE_FILE.test(file));
  const texts = files.sort().map((file) => readFileSync(join(PROJECT, path, file), "utf8"));
  return { name, version, license, integrity, texts };
}
