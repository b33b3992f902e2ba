/** Reads one of the worst inputs in a separate process and prints its cost. See `readers.ts`. */
import { readFileSync, writeFileSync } from "node:fs";
import { createLocalReaders } from "../../src/readers/local-readers.ts";
import { LIMITS, WORST } from "./worst-inputs.ts";

const MIB = 2 ** 20;
const [name = ""] = process.argv.slice(2);
const reading = WORST[name]?.();
if (reading === undefined) throw new Error(`There is no input ${name}`);
const readers = createLocalReaders(LIMITS);
// Libraries are loaded and compiled before the measurement.
await readers.document("warm", { bytes: new Uint8Array([65]), filename: "a.txt" });
await readers.html("warm", { bytes: new Uint8Array([65]), contentType: "" });
globalThis.gc?.();
const before = resident("VmRSS");
// The peak is counted from here.
writeFileSync("/proc/self/clear_refs", "5");
const start = process.cpuUsage();
const outcome = await reading(readers).then(
  () => "read",
  (error: Error) => error.message,
);
const { user, system } = process.cpuUsage(start);
const result = {
  seconds: (user + system) / 1e6,
  peakMb: resident("VmHWM") - before,
  outcome,
};
console.log(JSON.stringify(result));

function resident(what: "VmRSS" | "VmHWM"): number {
  const status = readFileSync("/proc/self/status", "utf8");
  return (Number(new RegExp(`${what}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) * 1024) / MIB;
}
