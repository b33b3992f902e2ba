import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { startProgress } from "../../src/selfhost/progress.mjs";

const COUNT_MS = 250;

/**
 * Installs from the lock file. What npm says is told only when it fails: it warns of packages that
 * want a newer Node than the machine's, and they run on the Node that comes with the project.
 * @throws Error with one sentence, after npm's own words
 */
export async function install(project) {
  const packages = listPackages(project);
  const label = `Installing ${packages.length} packages`;
  const progress = startProgress(label, { total: packages.length });
  // npm puts packages in place one by one, and says nothing meanwhile.
  const isThere = (path) => existsSync(join(project, path, "package.json"));
  const count = () => progress.update(packages.filter(isThere).length);
  const timer = setInterval(count, COUNT_MS);
  const { status, output } = await runNpm(project);
  clearInterval(timer);
  progress.end();
  if (status !== 0) {
    process.stderr.write(output);
    throw new Error("The packages could not be installed; what npm said is above.");
  }
}

async function runNpm(project) {
  const child = spawn("npm", ["ci", "--no-audit", "--no-fund"], {
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
function listPackages(project) {
  const { packages } = JSON.parse(readFileSync(join(project, "package-lock.json"), "utf8"));
  const fits = (allowed, own) => allowed === undefined || allowed.includes(own);
  return Object.entries(packages)
    .filter(([path, { os, cpu, libc, optional }]) => {
      const isHere = fits(os, process.platform) && fits(cpu, process.arch);
      // Optional ones for no system are for WebAssembly.
      const isLeftOut = libc?.includes("musl") || (optional && os === undefined);
      return path !== "" && isHere && !isLeftOut;
    })
    .map(([path]) => path);
}
