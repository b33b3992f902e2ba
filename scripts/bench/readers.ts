import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { count, cpu, mib } from "./figures.ts";
import { row } from "./report.ts";
import { WORST } from "./worst-inputs.ts";

const SCRIPT = fileURLToPath(new URL("./read-worst.ts", import.meta.url));
/** The heap of an isolate. Array buffers outside it are part of the reported resident memory. */
const HEAP = ["--max-old-space-size=112", "--max-semi-space-size=8", "--expose-gc"];

interface Cost {
  seconds: number;
  peakMb: number;
  outcome: string;
}

/**
 * Measures the most expensive input that each reader accepts in an isolate: processor time, and the peak growth
 * of resident memory in a process with the heap of an isolate.
 */
export async function benchReaders(): Promise<void> {
  for (const name of Object.keys(WORST)) {
    const { seconds, peakMb, outcome } = await measure(name);
    const note = outcome === "read" ? "" : outcome.slice(0, 80);
    const isEnded = Number.isNaN(seconds);
    const cost = isEnded ? [] : [cpu(seconds * 1_000), mib(peakMb, "growth of resident memory")];
    row(name, [...cost, count(isEnded ? 1 : 0, "ended by the system", "less")], note);
  }
}

async function measure(name: string): Promise<Cost> {
  const args = [...HEAP, "--disable-warning=ExperimentalWarning", SCRIPT, name];
  try {
    const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 300_000 });
    return JSON.parse(stdout) as Cost;
  } catch (error) {
    const { signal, stderr = "" } = error as { signal?: string; stderr?: string };
    const why = /heap out of memory/.test(stderr) ? "out of memory" : stderr.slice(-300);
    return { seconds: Number.NaN, peakMb: Number.NaN, outcome: `ended (${signal}) ${why}` };
  }
}
