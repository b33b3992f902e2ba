import { setTimeout as sleep } from "node:timers/promises";
import {
  type RunningService,
  startService,
  temporaryFolder,
} from "../../test/support/node/service.ts";
import { count, cpu, median, mib, ms } from "./figures.ts";
import { processorTime, RUNS, type WholeMemory, wholeMemory } from "./measure.ts";
import { row } from "./report.ts";

/** By then an idle service has completed deferred start-up work. */
const IDLE_MS = 5_000;
const LONGEST_MS = 60_000;

/** The milliseconds from a start to the first successful response. */
interface Start {
  service: RunningService;
  time: number;
  processor: number;
}

/** Starts the service and repeats a public request until it succeeds. */
async function start(dataDir: string): Promise<Start> {
  const begun = performance.now();
  const service = await startService(dataDir);
  while (performance.now() - begun < LONGEST_MS) {
    const response = await fetch(`${service.url}/api/apt/groups/G0016`);
    await response.arrayBuffer();
    if (response.ok) {
      return { service, time: performance.now() - begun, processor: processorTime(service) };
    }
    await sleep(5);
  }
  throw new Error("The service gave no good answer");
}

/** Measures starts with an empty and a used data folder, and the memory of all processes when idle. */
export async function benchStart(): Promise<void> {
  const first: Start[] = [];
  const later: Start[] = [];
  const idle: WholeMemory[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const folder = temporaryFolder();
    first.push(await start(folder.path));
    await first.at(-1)?.service.stop();
    const again = await start(folder.path);
    later.push(again);
    await sleep(IDLE_MS);
    idle.push(wholeMemory(again.service));
    await again.service.stop();
    folder.remove();
  }
  const figures = (starts: readonly Start[]) => [
    ms(median(starts.map(({ time }) => time))),
    cpu(median(starts.map(({ processor }) => processor)), "all processes"),
  ];
  row("start with an empty folder to the first good answer", figures(first));
  row("start with data to the first good answer", figures(later));
  row("memory of all processes while nobody asks", [
    mib(median(idle.map(({ rss }) => rss)), "RSS"),
    // Decreases if other users of the machine run the same programs.
    mib(median(idle.map(({ pss }) => pss)), "PSS", "neither"),
    count(median(idle.map(({ processes }) => processes)), "processes", "less"),
  ]);
}
