/**
 * Defined if V8 was started with `--expose-gc`, as in the self-hosted service. Cloudflare manages its memory itself.
 */
const collect = (globalThis as { gc?: () => void }).gc;

/**
 * Returns a function that runs the garbage collector after every `most` calls. workerd stores streams, headers and
 * responses outside the heap, some 20 KB for each statement, until their small wrapper objects are collected. The
 * wrappers do not fill the heap, so V8 collects them late: 12,000 requests with a statement each left 300 MB.
 * @param most calls between two collections: collecting a large heap takes tens of milliseconds
 */
export function collectAfter(most: number): () => void {
  let calls = 0;
  return () => {
    calls += 1;
    if (calls % most === 0) collect?.();
  };
}
