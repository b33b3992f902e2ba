import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";

/** What npm notes about the packages that it installed. */
const INSTALLED = "node_modules/.package-lock.json";

/** What a build depends on, besides its programs and the assets. */
const SOURCES = ["src", "package.json", INSTALLED];
const BUILD_PROGRAM = "scripts/build.mjs";
/** Folders of `assets` that a build writes, each with a file that it has then. The others are sources. */
const BUILT_ASSETS = { console: "index.html", fonts: "catalogue.json", mcp: "evidence.html" };
const IMPORT = /^(?:import .*|\}) from "(\.[^"]+)";/gm;

/**
 * Whether the packages of the lock file are installed, by whatever command: npm notes what it put in
 * place when it is done. Optional packages are for some systems only.
 * @param withTools whether those that only developers need count too
 */
export function isInstalled(project, withTools) {
  const installed = readPackages(join(project, INSTALLED));
  if (installed === null) return false;
  const locked = readPackages(join(project, "package-lock.json"));
  return Object.entries(locked).every(([path, { version, integrity, optional, dev }]) => {
    const found = installed[path];
    if (path === "" || (dev && !withTools) || (found === undefined && optional)) return true;
    return found?.version === version && found.integrity === integrity;
  });
}

function readPackages(lockFile) {
  return existsSync(lockFile) ? JSON.parse(readFileSync(lockFile, "utf8")).packages : null;
}

/** Whether all was built since anything that it is built from changed. */
export function isBuilt(project) {
  const worker = join(project, ".build", "worker.js");
  const assets = join(project, "assets");
  const built = Object.entries(BUILT_ASSETS).map(([folder, file]) => join(assets, folder, file));
  if (![worker, ...built].every(existsSync)) return false;
  const sources = [
    ...SOURCES.map((name) => join(project, name)),
    ...importsOf(join(project, BUILD_PROGRAM)),
    ...readdirSync(assets)
      .filter((name) => !Object.hasOwn(BUILT_ASSETS, name))
      .map((name) => join(assets, name)),
  ];
  return statSync(worker).mtimeMs > Math.max(...sources.map(newestIn));
}

/** A program and the files of the project that it imports. */
function importsOf(program, found = new Set()) {
  if (found.has(program)) return found;
  found.add(program);
  for (const [, name] of readFileSync(program, "utf8").matchAll(IMPORT))
    importsOf(join(dirname(program), name), found);
  return found;
}

function newestIn(path) {
  if (!statSync(path).isDirectory()) return statSync(path).mtimeMs;
  return Math.max(0, ...readdirSync(path).map((name) => newestIn(join(path, name))));
}
