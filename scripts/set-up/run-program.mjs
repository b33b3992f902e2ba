import { spawn } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const RESTART_MS = 500;
/** A program that ends so often in a minute is not helped by starting it again. */
const MOST_RESTARTS = 10;
/** What a program exits with when it failed after it had begun to serve. */
const FAILED_WHILE_SERVING = 70;

function yamlHooks(project) {
  return pathToFileURL(join(project, "scripts", "set-up", "import-yaml.mjs")).href;
}

/**
 * Runs a program of the project; its end is ours, and our signals are its. One that is to be kept
 * running is started again when it was killed, or failed while it served.
 */
export function runProgram(project, program, args, keepsRunning) {
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
      join(project, "node_modules", ".bin", "node"),
      [
        "--disable-warning=ExperimentalWarning",
        // What was built has its YAML with it.
        ...(program.endsWith(".ts") ? ["--import", yamlHooks(project)] : []),
        join(project, program),
        ...args,
      ],
      {
        stdio: "inherit",
        // The programs use a proxy themselves where they should; Node would also send what they ask
        // of the service on this machine through it.
        env: { ...process.env, NODE_USE_ENV_PROXY: "0" },
      },
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
