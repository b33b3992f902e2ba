import { readFileSync } from "node:fs";

/** The unit of processor time in Linux on every machine (USER_HZ). */
const TICKS_PER_SECOND = 100;

/** Returns the resident memory of a process in MiB; 0 on systems without /proc. */
export function residentMb(pid: number | undefined): number {
  const found = /VmRSS:\s+(\d+)/.exec(read(`/proc/${pid}/status`))?.[1];
  return Number(found ?? 0) / 1024;
}

/** Returns the processor time of a process in seconds; null on systems without /proc. */
export function cpuSeconds(pid: number | undefined): number | null {
  const stat = read(`/proc/${pid}/stat`);
  // The program name in brackets may contain anything. The numbers follow it.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const [user, system] = [fields[11], fields[12]];
  if (user === undefined || system === undefined) return null;
  return (Number(user) + Number(system)) / TICKS_PER_SECOND;
}

function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
