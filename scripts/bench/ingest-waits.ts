import { setTimeout as sleep } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { largeBundle } from "../../test/support/node/large-bundle.ts";
import {
  sendBundle,
  startService,
  type SyncTask,
  temporaryFolder,
} from "../../test/support/node/service.ts";
import { SEED } from "../../src/knowledge/attack/vocabulary.ts";
import { releasePath } from "../data/data-folder.ts";
import { readData } from "../../test/support/node/real-data.ts";
import { readSixty } from "./compare.ts";
import { count, median, ms } from "./figures.ts";
import { RUNS } from "./measure.ts";
import { emptyPeriod, OpenLoad, percentile, type Period } from "./open-load.ts";
import { row } from "./report.ts";

/** Few enough to leave the machine nearly idle, and enough that a stall affects several of them. */
const PER_SECOND = 100;
const CALM_MS = 2_000;
const POLL_MS = 100;
const GOAL_MS = 50;

/** The releases ingested during comparisons: one next to the current release, and one that replaces it. */
const RELEASES: Readonly<Record<string, string>> = {
  "compare while a release comes beside the current one": "18.1",
  "compare while the current release is replaced": SEED.version,
};

interface Ingest {
  calm: Period;
  during: Period;
  took: number;
}

/** Measures comparisons of sixty techniques while Enterprise is ingested, from when each was due to its response. */
export async function benchIngestWaits(): Promise<void> {
  for (const [name, version] of Object.entries(RELEASES)) {
    const real = readData(releasePath(SEED.domain, version));
    const gzipped = real ?? gzipSync(largeBundle(version));
    const ingests: Ingest[] = [];
    for (let run = 0; run < RUNS; run += 1) ingests.push(await compareDuring(gzipped));
    tell(name, ingests, real === null ? "a bundle made here" : `Enterprise ${version}`);
  }
}

/** Measures one ingest in a new service. */
async function compareDuring(gzipped: Uint8Array): Promise<Ingest> {
  const folder = temporaryFolder();
  const service = await startService(folder.path);
  const body = await readSixty(service.url);
  const url = `${service.url}/api/apt/compare`;
  const load = new OpenLoad([{ url, method: "POST", body, status: 200 }], PER_SECOND);
  load.start();
  // One-time initialization of the isolate is done by now.
  await sleep(CALM_MS);
  const calm = load.beginPeriod();
  await sleep(CALM_MS);
  const begun = performance.now();
  const during = load.beginPeriod();
  await waitFor(service.url, await sendBundle(service.url, gzipped, true));
  const took = performance.now() - begun;
  await load.stop();
  await service.stop();
  folder.remove();
  return { calm, during, took };
}

async function waitFor(url: string, taskId: string): Promise<void> {
  for (;;) {
    await sleep(POLL_MS);
    // A stall of some seconds closes any connection that waits meanwhile.
    const response = await fetch(`${url}/api/sync/tasks/${taskId}`).catch(() => null);
    if (response?.ok !== true) continue;
    const { status, domains } = (await response.json()) as SyncTask;
    if (status === "complete") return;
    if (status === "failed") throw new Error(JSON.stringify(domains));
  }
}

/** Prints one row: percentiles over the requests of all ingests, and the median of each one's longest wait. */
function tell(name: string, ingests: readonly Ingest[], what: string): void {
  const calm = addUp(ingests.map((one) => one.calm));
  const during = addUp(ingests.map((one) => one.during));
  const longest = median(ingests.map((one) => percentile(one.during, 100)));
  const errors = calm.errors + during.errors;
  row(
    name,
    [
      ms(percentile(during, 50), "p50"),
      ms(percentile(during, 99), "p99"),
      ms(longest, "longest"),
      ms(percentile(calm, 99), "p99 before"),
      ms(median(ingests.map(({ took }) => took)), "ingest"),
      count(errors, "errors", "less"),
    ],
    `goal p99 ${GOAL_MS} ms; ${what}, ${during.due} comparisons, ${PER_SECOND}/s${during.firstError === null ? "" : `; ${during.firstError}`}`,
  );
  if (errors > 0) process.exitCode = 1;
}

function addUp(periods: readonly Period[]): Period {
  const total = emptyPeriod();
  for (const { waits, due, errors, firstError } of periods) {
    total.waits.add(waits);
    total.due += due;
    total.errors += errors;
    total.firstError ??= firstError;
  }
  return total;
}
