import { join } from "node:path";
import { Miniflare } from "miniflare";
import { startBareWorker } from "../../test/support/node/bare-worker.ts";
import { temporaryFolder } from "../../test/support/node/service.ts";
import { median, ms, times } from "./figures.ts";
import { RUNS } from "./measure.ts";
import { row } from "./report.ts";

const SCRIPT = join(import.meta.dirname, "storage-worker.js");
/** How often each operation runs. */
const COUNTS = { read: 1000, list: 60, write: 300, batch: 60, put: 100, get: 300 };

/** Compares our storage with the simulators of Miniflare, both on disk and on the same workerd. */
export async function benchStorage(): Promise<void> {
  const folder = temporaryFolder();
  const ours = await startBareWorker(SCRIPT);
  const miniflare = new Miniflare({
    modules: true,
    scriptPath: SCRIPT,
    compatibilityDate: "2026-07-30",
    d1Databases: ["DB"],
    r2Buckets: ["FILES"],
    defaultPersistRoot: folder.path,
  });
  try {
    const theirs = (await miniflare.ready).href;
    for (const url of [ours.url, theirs]) await fetch(new URL("set-up", url));
    for (const [task, count] of Object.entries(COUNTS)) {
      for (const atOnce of [1, 16]) await compare(task, count, atOnce, ours.url, theirs);
    }
  } finally {
    await Promise.all([ours.stop(), miniflare.dispose()]);
    folder.remove();
  }
}

async function compare(task: string, count: number, atOnce: number, ours: string, theirs: string) {
  const measure = async (url: string) => {
    const answer = await fetch(new URL(`${task}?count=${count}&at_once=${atOnce}`, url));
    return (await answer.json()) as number;
  };
  const runs: [number, number][] = [];
  for (let run = 0; run < RUNS; run += 1) runs.push([await measure(ours), await measure(theirs)]);
  const [our, their] = [median(runs.map(([one]) => one)), median(runs.map(([, other]) => other))];
  row(`${task}, ${atOnce} at once`, [
    ms(our, "each"),
    ms(their, "Miniflare's"),
    times(their / our, "as fast", "more"),
  ]);
}
