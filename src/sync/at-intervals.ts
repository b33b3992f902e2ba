import type { Context } from "../context.ts";

/** Seldom enough to cost nothing, often enough for an onlooker; well within a job's lease. */
const INTERVAL_MS = 500;

/** Passes progress on, at most twice a second; the first at once. */
export function atIntervals(
  context: Context,
  report: (done: number, total: number) => Promise<void>,
): (done: number, total: number) => Promise<void> {
  let last = -INTERVAL_MS;
  return async (done, total) => {
    const now = Date.parse(context.now());
    if (now - last < INTERVAL_MS) return;
    last = now;
    await report(done, total);
  };
}
