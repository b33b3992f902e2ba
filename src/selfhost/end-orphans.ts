import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

/**
 * Ends workerd processes that outlived the program which started them. If Node is killed, they still use our
 * port and files. Only processes that still are workerd are affected.
 */
export async function endOrphans(pids: readonly number[]): Promise<void> {
  const orphans = pids.filter(isWorkerd);
  for (const pid of orphans) process.kill(pid, "SIGKILL");
  for (let waited = 0; orphans.some(isWorkerd) && waited < 5000; waited += 50) await sleep(50);
}

function isWorkerd(pid: number): boolean {
  const [program = ""] = (readProc(`/proc/${pid}/cmdline`) ?? "").split("\0");
  return /(^|\/)workerd$/.test(program);
}

function readProc(path: string): string | null {
  try {
    return readFileSync(path, "utf8").trim();
  } catch {
    return null;
  }
}
