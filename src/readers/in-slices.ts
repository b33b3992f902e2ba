import { yieldToOthers } from "../platform/lib/yield-to-others.ts";

/** Bytes per step: a few milliseconds of work. */
const SLICE_BYTES = 256 * 1024;
/** Bytes after which other work may run. */
const STRETCH_BYTES = 1024 * 1024;

/** Yields bytes in slices, and lets other work run after each MiB. */
export async function* inSlices(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void, void> {
  let since = 0;
  for await (const chunk of chunks) {
    for (let from = 0; from < chunk.length; from += SLICE_BYTES) {
      const slice = chunk.subarray(from, from + SLICE_BYTES);
      yield slice;
      since += slice.length;
      if (since < STRETCH_BYTES) continue;
      since = 0;
      await yieldToOthers();
    }
  }
}
