import { yieldToOthers } from "../../platform/lib/yield-to-others.ts";
import { ObjectCutter } from "./object-cutter.ts";
import type { StixObject } from "./stix-object.ts";

/** Bytes per slice: a few milliseconds of work. */
const SLICE_BYTES = 256 * 1024;

/**
 * Reads the objects of a STIX bundle slice by slice, without the whole in memory. Other requests run in
 * between.
 * @throws AppError `not_stix` with the position, if it is not a bundle, is truncated or contains an invalid
 * object
 */
export async function* readBundle(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<StixObject[], void, void> {
  const cutter = new ObjectCutter();
  for await (const chunk of chunks) {
    for (let from = 0; from < chunk.length; from += SLICE_BYTES) {
      const objects = cutter.push(chunk.subarray(from, from + SLICE_BYTES));
      if (objects.length > 0) yield objects;
      await yieldToOthers();
    }
  }
  cutter.end();
}
