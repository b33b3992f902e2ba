import { setTimeout as sleep } from "node:timers/promises";
import type { RunningService } from "../../test/support/node/service.ts";
import { count, median, mib, ms, perSecond, times } from "./figures.ts";
import { measureRate } from "./load.ts";
import { RUNS, wholeMemory, withService } from "./measure.ts";
import { OpenLoad, percentile } from "./open-load.ts";
import type { BenchOptions } from "./options.ts";
import { listReads, requestOf } from "./read-mix.ts";
import { row } from "./report.ts";

/** The share of the service's maximum rate. */
const SHARE = 0.6;
const MINUTES = 10;
const MINUTE_MS = 60_000;
const TOP_SECONDS = 3;

/**
 * Sends the reads and comparisons of `reads` for minutes, in turn, at 60 % of the service's maximum rate.
 * Measures their waits, failures, and whether memory grows after warm-up.
 */
export async function benchLong({ minutes }: Pick<BenchOptions, "minutes">): Promise<void> {
  await withService(async (service) => await runLong(service, minutes ?? MINUTES));
}

async function runLong(service: RunningService, minutes: number): Promise<void> {
  const requests = (await listReads(service.url)).map((read) => requestOf(read, service.url));
  const atStart = wholeMemory(service);
  const tops: number[] = [];
  for (let run = 0; run < RUNS; run += 1) tops.push(await measureRate(requests, TOP_SECONDS));
  const top = median(tops);
  const load = new OpenLoad(requests, SHARE * top);
  const period = load.beginPeriod();
  load.start();
  // For a run shorter than two minutes, half of it.
  const warmMs = Math.min(1, minutes / 2) * MINUTE_MS;
  await sleep(warmMs);
  const warm = wholeMemory(service);
  await sleep(minutes * MINUTE_MS - warmMs);
  const atEnd = wholeMemory(service);
  await load.stop();
  row(
    "reads and comparisons at 60 % of the top rate",
    [
      perSecond(top, "top"),
      ms(percentile(period, 50), "p50"),
      ms(percentile(period, 99), "p99"),
      ms(percentile(period, 100), "longest"),
      count(period.errors, "errors", "less"),
    ],
    `${period.due} requests in ${minutes} min${period.firstError === null ? "" : `; ${period.firstError}`}`,
  );
  row(
    "memory of all processes, RSS",
    [
      mib(atStart.rss, "at the start"),
      mib(warm.rss, "after a minute"),
      mib(atEnd.rss, "at the end"),
      times(atEnd.rss / warm.rss, "of that after a minute", "less"),
    ],
    `PSS ${[atStart, warm, atEnd].map(({ pss }) => pss.toFixed(0)).join(", ")} MiB`,
  );
  if (period.errors > 0) process.exitCode = 1;
}
