import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/** What npm notes about the packages that it installed. */
const INSTALLED = "node_modules/.package-lock.json";

/** What a build depends on. */
const SOURCES = [
  "src",
  "package.json",
  INSTALLED,
  "scripts/build.mjs",
  "scripts/build-console.mjs",
  "scripts/bundle",
  "scripts/unpack-fonts.mjs",
  "scripts/unpack-reference.mjs",
];

/**
 * Whether the packages of the lock file are installed, by whatever command: npm notes what it put in
 * place when it is done. Optional packages are for some systems only.
 */
export function isInstalled(project) {
  const installed = readPackages(join(project, INSTALLED));
  if (installed === null) return false;
  const locked = readPackages(join(project, "package-lock.json"));
  return Object.entries(locked).every(([path, { version, integrity, optional }]) => {
    const found = installed[path];
    if (path === "" || (found === undefined && optional)) return true;
    return found?.version === version && found.integrity === integrity;
  });
}

function readPackages(lockFile) {
  return existsSync(lockFile) ? JSON.parse(readFileSync(lockFile, "utf8")).packages : null;
}

/** Whether all was built since anything that it is built from changed. */
export function isBuilt(project) {
  const worker = join(project, ".build", "worker.js");
  const unpacked = ["console/index.html", "fonts/catalogue.json", "reference/scalar.version"];
  if (![worker, ...unpacked.map((name) => join(project, "assets", name))].every(existsSync)) {
    return false;
  }
  const newest = Math.max(...SOURCES.map((name) => newestIn(join(project, name))));
  return statSync(worker).mtimeMs > newest;
}

function newestIn(path) {
  if (!statSync(path).isDirectory()) return statSync(path).mtimeMs;
  return Math.max(0, ...readdirSync(path).map((name) => newestIn(join(path, name))));
}
