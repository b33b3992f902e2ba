import type { SyncDeps } from "./deps.ts";

/** Often enough to watch at first, and well within a job's lease. */
const INTERVAL_MS = 500;
/** Each report is a query, and a long transfer may make a thousand. */
const GROWTH = 1.1;
const MAX_INTERVAL_MS = 10_000;

/** Reports progress at most twice a second and gradually less often. The first report is immediate. */
export function atIntervals(
  deps: SyncDeps,
  report: (done: number, total: number) => Promise<void>,
): (done: number, total: number) => Promise<void> {
  let next = 0;
  let interval = INTERVAL_MS;
  return async (done, total) => {
    const now = Date.parse(deps.now());
    if (now < next) return;
    next = now + interval;
    interval = Math.min(MAX_INTERVAL_MS, interval * GROWTH);
    await report(done, total);
  };
}
