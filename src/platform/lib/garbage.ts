/** Where V8 was started with `--expose-gc`, as the self-hosted service starts it; the platform looks after itself. */
const collect = (globalThis as { gc?: () => void }).gc;

/**
 * Returns a function that runs the garbage collector after every `most` calls. workerd holds streams, headers and answers outside of
 * the heap (some 20 KB for each statement), until the small objects are collected that stand for them. Those fill
 * no heap, so V8 would not look for a long time: 12,000 requests with a statement each left 300 MB.
 * @param most calls between two collections: one of a large heap takes tens of milliseconds
 */
export function collectAfter(most: number): () => void {
  let calls = 0;
  return () => {
    calls += 1;
    if (calls % most === 0) collect?.();
  };
}
