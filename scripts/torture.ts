/**
 * `npm run torture -- hostile --seed 1 --requests 20000` runs one torture and prints its figures as one JSON line.
 * The same seed gives the same work. It fails where the torture found a fault.
 */
import { loadavg } from "node:os";
import { describeRun, showMachine } from "./bench/result.ts";
import { tortureFairness } from "./torture/fairness.ts";
import { tortureGrowth } from "./torture/growth.ts";
import { tortureHostile } from "./torture/hostile.ts";
import { tortureKills } from "./torture/kills.ts";
import { tortureLoad } from "./torture/load.ts";
import { tortureMemory } from "./torture/memory.ts";

/** Returns its figures; `faults` among them ends the program with 1. */
type Torture = (options: Map<string, string>) => Promise<object>;

const TORTURES: Record<string, Torture> = {
  fairness: tortureFairness,
  growth: tortureGrowth,
  hostile: tortureHostile,
  kills: tortureKills,
  load: tortureLoad,
  memory: tortureMemory,
};

const [name = "", ...rest] = process.argv.slice(2);
const torture = TORTURES[name];
if (torture === undefined) {
  console.error(`Tortures: ${Object.keys(TORTURES).join(", ")}.`);
  process.exit(1);
}
const options = new Map(
  [...rest.join(" ").matchAll(/--(\w+)[ =](\S+)/g)].map(([, key = "", value = ""]) => [key, value]),
);
const seed = Number(options.get("seed") ?? 1);
const figures = (await torture(options.set("seed", String(seed)))) as { faults?: number };
const place = {
  machine: showMachine(describeRun(1)),
  load: loadavg().map((one) => +one.toFixed(1)),
};
console.log(JSON.stringify({ name, seed, ...figures, ...place }));
process.exitCode = (figures.faults ?? 0) === 0 ? 0 : 1;
