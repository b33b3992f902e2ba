/**
 * Processes items in parallel, in order. The first fault ends the others, and is thrown.
 * @param concurrency items processed simultaneously
 */
export async function inParallel<T>(
  items: readonly T[],
  concurrency: number,
  caller: AbortSignal,
  work: (item: T, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const failed = new AbortController();
  const signal = AbortSignal.any([caller, failed.signal]);
  const queue = [...items];
  const workers = Array.from({ length: Math.min(concurrency, queue.length) }, async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) {
      await work(item, signal);
    }
  });
  try {
    await Promise.all(workers);
  } catch (error) {
    failed.abort(error);
    await Promise.allSettled(workers);
    throw error;
  }
}
