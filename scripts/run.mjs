/**
 * Sets up what is missing, on whatever Node (20 or newer) the machine has, and then runs a program
 * of the project on the Node that comes with it: `node scripts/run.mjs [--keep] <install|build> [program ...]`.
 */
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const project = join(dirname(fileURLToPath(import.meta.url)), "..");
const bin = join(project, "node_modules", ".bin");
const installStamp = join(project, "node_modules", ".installed");
const worker = join(project, ".build", "worker.js");
const fonts = join(project, "assets", "fonts", "catalogue.json");

function run(command, args) {
  // What is set up is no part of the program's output, whose first line is the URL.
  const options = {
    cwd: project,
    stdio: ["ignore", 2, 2],
    shell: process.platform === "win32",
  };
  const { status } = spawnSync(command, args, options);
  if (status !== 0) process.exit(status ?? 1);
}

/** Installs from the lock file, unless that very lock file is what is installed. */
function install() {
  const wanted = createHash("sha256")
    .update(readFileSync(join(project, "package-lock.json")))
    .digest("hex");
  if (existsSync(installStamp) && readFileSync(installStamp, "utf8") === wanted) return;
  console.error("Installing dependencies ...");
  run("npm", ["ci", "--no-audit", "--no-fund"]);
  writeFileSync(installStamp, wanted);
}

function newestIn(path) {
  if (!statSync(path).isDirectory()) return statSync(path).mtimeMs;
  return Math.max(0, ...readdirSync(path).map((name) => newestIn(join(path, name))));
}

/** Builds what is served, unless nothing changed since. */
function build() {
  const sources = [
    "src",
    "package.json",
    "node_modules/.installed",
    "scripts/build.mjs",
    "scripts/unpack-fonts.mjs",
  ];
  const newest = Math.max(...sources.map((name) => newestIn(join(project, name))));
  if (existsSync(fonts) && existsSync(worker) && statSync(worker).mtimeMs > newest) return;
  console.error("Building ...");
  run(join(bin, "node"), [join(project, "scripts", "build.mjs")]);
}

const RESTART_MS = 500;
/** A program that ends so often in a minute is not helped by starting it again. */
const MOST_RESTARTS = 10;
/** What a program exits with when it failed after it had begun to serve. */
const FAILED_WHILE_SERVING = 70;

/**
 * Runs a program of the project; its end is ours, and our signals are its. One that is to be kept
 * running is started again when it was killed, or failed while it served.
 */
function start(program, args, keepsRunning) {
  const restarts = [];
  let child;
  let isStopping = false;
  const stop = (name) => {
    isStopping = true;
    child.kill(name);
  };
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(name, () => stop(name));
  // npm hands its signals to a shell, which dies of them without a word to us.
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    stop("SIGTERM");
  }, 250);
  const begin = () => {
    child = spawn(
      join(bin, "node"),
      ["--disable-warning=ExperimentalWarning", join(project, program), ...args],
      { stdio: "inherit" },
    );
    child.on("exit", (code, signal) => {
      const minuteAgo = Date.now() - 60_000;
      while (restarts.length > 0 && restarts[0] < minuteAgo) restarts.shift();
      const failed = signal !== null || code === FAILED_WHILE_SERVING;
      if (!keepsRunning || isStopping || !failed || restarts.length >= MOST_RESTARTS) {
        process.exit(code ?? (isStopping ? 130 : 1));
      }
      restarts.push(Date.now());
      console.error(`The service ended unexpectedly (${signal ?? code}) and is started again.`);
      setTimeout(() => (isStopping ? process.exit(130) : begin()), RESTART_MS);
    });
  };
  begin();
}

const given = process.argv.slice(2);
const keepsRunning = given[0] === "--keep";
const [needs, program, ...args] = keepsRunning ? given.slice(1) : given;
install();
if (needs === "build") build();
if (program !== undefined) start(program, args, keepsRunning);
