import { readFileSync } from "node:fs";

const KIB = 1024;

/** Returns the resident memory of processes in bytes; null if the system does not report it or none runs. */
export function residentMemory(pids: readonly number[]): number | null {
  const known = pids.map(ofProcess).filter((bytes) => bytes !== null);
  return known.length === 0 ? null : known.reduce((sum, bytes) => sum + bytes, 0);
}

/** Returns the memory of a process. Linux reports it for every process, other systems only for our own. */
function ofProcess(pid: number): number | null {
  if (pid === process.pid) return process.memoryUsage.rss();
  try {
    const [, kib] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    return kib === undefined ? null : Number(kib) * KIB;
  } catch {
    return null;
  }
}
