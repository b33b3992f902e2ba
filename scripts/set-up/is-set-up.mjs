import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** What a build depends on. */
const SOURCES = [
  "src",
  "package.json",
  "node_modules/.installed",
  "scripts/build.mjs",
  "scripts/build-console.mjs",
  "scripts/unpack-fonts.mjs",
  "scripts/unpack-reference.mjs",
];

const stampOf = (project) => join(project, "node_modules", ".installed");

function digestOfLock(project) {
  const lock = readFileSync(join(project, "package-lock.json"));
  return createHash("sha256").update(lock).digest("hex");
}

/** Whether the very packages of the lock file are installed. */
export function isInstalled(project) {
  const stamp = stampOf(project);
  return existsSync(stamp) && readFileSync(stamp, "utf8") === digestOfLock(project);
}

/** Notes that the packages of the lock file are installed. */
export function markInstalled(project) {
  writeFileSync(stampOf(project), digestOfLock(project));
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
