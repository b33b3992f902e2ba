import { readSixty } from "../bench/compare.ts";
import { OpenLoad, percentile } from "../bench/open-load.ts";

/** How long readers waited meanwhile, in milliseconds: the 99th percentile and the maximum. */
export interface Waits {
  health_p99_ms: number;
  health_max_ms: number;
  compare_p99_ms: number;
  compare_max_ms: number;
  errors: number;
}

/** Few enough to leave the machine nearly idle, and enough that a stall affects several of them. */
const PER_SECOND = 50;

/** Requests the status and comparisons of sixty techniques during a task. */
export async function watchReaders(url: string, task: () => Promise<unknown>): Promise<Waits> {
  const comparison = { method: "POST", body: await readSixty(url), status: 200 };
  const loads = [
    { url: `${url}/api/health`, status: 200 },
    { url: `${url}/api/apt/compare`, ...comparison },
  ].map((request) => new OpenLoad([request], PER_SECOND));
  const [health, compare] = loads.map((load) => {
    load.start();
    return load.beginPeriod();
  });
  try {
    await task();
  } finally {
    await Promise.all(loads.map(async (load) => await load.stop()));
  }
  if (health === undefined || compare === undefined) throw new Error("Nothing was asked.");
  return {
    health_p99_ms: Math.round(percentile(health, 99)),
    health_max_ms: Math.round(percentile(health, 100)),
    compare_p99_ms: Math.round(percentile(compare, 99)),
    compare_max_ms: Math.round(percentile(compare, 100)),
    errors: health.errors + compare.errors,
  };
}
