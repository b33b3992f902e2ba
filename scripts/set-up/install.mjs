import { spawn } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { startProgress } from "../../src/selfhost/progress.mjs";
import { isInstalled } from "./is-set-up.mjs";

const COUNT_MS = 250;

/**
 * Installs from the lock file. What npm says is told only when it fails: it warns of packages that
 * want a newer Node than the machine's, and they run on the Node that comes with the project.
 * @param withTools whether to install what only developers need
 * @throws Error with one sentence, after npm's own words
 */
export async function install(project, withTools) {
  const packages = listPackages(project, withTools);
  const label = `Installing ${packages.length} packages`;
  const progress = startProgress(label, { total: packages.length });
  // npm puts packages in place one by one, and says nothing meanwhile.
  const isThere = (path) => existsSync(join(project, path, "package.json"));
  const count = () => progress.update(packages.filter(isThere).length);
  const timer = setInterval(count, COUNT_MS);
  const { status, output } = await runNpm(project, npmCommand(project, withTools));
  clearInterval(timer);
  progress.end();
  if (status !== 0) {
    process.stderr.write(output);
    throw new Error("The packages could not be installed; what npm said is above.");
  }
  // The package `node` has linked its program from there; the rest is 67 MB of headers that nothing uses.
  rmSync(join(project, "node_modules", "node", "node_modules"), { recursive: true, force: true });
}

/** `npm ci` begins with an empty folder; tools are added to what a user's start has installed. */
function npmCommand(project, withTools) {
  if (!withTools) return ["ci", "--omit=dev"];
  if (isInstalled(project, false)) return ["install", "--no-save", "--include=dev"];
  return ["ci", "--include=dev"];
}

async function runNpm(project, command) {
  const child = spawn("npm", [...command, "--no-audit", "--no-fund"], {
    cwd: project,
    stdio: ["ignore", "pipe", "pipe"],
    shell: process.platform === "win32",
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text) => (output += text));
  }
  // A signal to us alone would leave npm at work on the folder.
  const stop = (name) => {
    child.kill(name);
    process.exit(130);
  };
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
  for (const name of signals) process.on(name, stop);
  const status = await new Promise((resolve) => {
    child.on("error", (error) => {
      output += `${error.message}\n`;
      resolve(1);
    });
    child.on("close", resolve);
  });
  for (const name of signals) process.off(name, stop);
  return { status, output };
}

/** The folders of the packages that npm puts on this machine, but for a few that only it can tell. */
function listPackages(project, withTools) {
  const { packages } = JSON.parse(readFileSync(join(project, "package-lock.json"), "utf8"));
  const fits = (allowed, own) => allowed === undefined || allowed.includes(own);
  return Object.entries(packages)
    .filter(([path, { os, cpu, libc, optional, dev }]) => {
      const isHere = fits(os, process.platform) && fits(cpu, process.arch);
      // Optional ones for no system are for WebAssembly.
      const isLeftOut = libc?.includes("musl") || (optional && os === undefined);
      return path !== "" && isHere && !isLeftOut && (withTools || !dev);
    })
    .map(([path]) => path);
}
