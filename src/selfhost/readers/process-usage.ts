import { readFileSync } from "node:fs";

/** Linux counts processor time in these, whatever the machine (USER_HZ). */
const TICKS_PER_SECOND = 100;

/** Resident memory of a process in MiB; 0 where the system has no /proc. */
export function residentMb(pid: number | undefined): number {
  const found = /VmRSS:\s+(\d+)/.exec(read(`/proc/${pid}/status`))?.[1];
  return Number(found ?? 0) / 1024;
}

/** Seconds of processor time that a process has used; null where the system has no /proc. */
export function cpuSeconds(pid: number | undefined): number | null {
  const stat = read(`/proc/${pid}/stat`);
  // The program's name, in brackets, may hold anything; the numbers follow it.
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
