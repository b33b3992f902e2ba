import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Process ids of the children of a process, as the system has them. */
export function childrenOf(pid: number): number[] {
  const tasks = `/proc/${pid}/task`;
  return readdirSync(tasks)
    .flatMap((task) =>
      readProc(join(tasks, task, "children"))
        .trim()
        .split(" "),
    )
    .map(Number)
    .filter((child) => child > 0);
}

/** Children, their children and so on; empty for a process that is gone. */
export function descendantsOf(pid: number): number[] {
  try {
    return childrenOf(pid).flatMap((child) => [child, ...descendantsOf(child)]);
  } catch {
    return [];
  }
}

/** The workerd among its children. */
export function workerdOf(pid: number): number {
  const found = childrenOf(pid).find((child) => programOf(child).endsWith("/workerd"));
  if (found === undefined) throw new Error(`Process ${pid} has no workerd`);
  return found;
}

/** Whether a process still runs (one that ended and waits for its parent does not). */
export function isRunning(pid: number): boolean {
  const status = readProc(`/proc/${pid}/status`);
  return status !== "" && !/^State:\s+Z/m.test(status);
}

/** Kills a process, its group and its descendants, whoever started them and how. */
export function killTree(pid: number): void {
  for (const target of [-pid, pid, ...descendantsOf(pid)]) {
    try {
      process.kill(target, "SIGKILL");
    } catch {
      // It has ended by itself.
    }
  }
}

/** Processes that were started with a variable of the environment set to this value. */
export function processesWith(name: string, value: string): number[] {
  return processIds().filter(
    (pid) =>
      isRunning(pid) && readProc(`/proc/${pid}/environ`).split("\0").includes(`${name}=${value}`),
  );
}

/** The command of a process, for a message. */
export const commandOf = (pid: number): string =>
  readProc(`/proc/${pid}/cmdline`).split("\0").join(" ").trim();

const programOf = (pid: number): string => readProc(`/proc/${pid}/cmdline`).split("\0")[0] ?? "";

function processIds(): number[] {
  try {
    return readdirSync("/proc")
      .map(Number)
      .filter((pid) => pid > 0);
  } catch {
    // A system without /proc: nothing can be told of its processes.
    return [];
  }
}

/** "" where the process is gone or not ours. */
function readProc(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
