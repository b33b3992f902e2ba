import { yieldToOthers } from "../../platform/lib/yield-to-others.ts";
import { ObjectCutter } from "./object-cutter.ts";
import type { StixObject } from "./stix-object.ts";

/** Bytes that are read at a stretch: a few milliseconds of work. */
const SLICE_BYTES = 256 * 1024;

/**
 * Reads the objects of a STIX bundle, those of one slice at a time, never holding the whole; others
 * are served in between.
 * @throws AppError `not_stix` naming the place: no bundle, cut short, a broken object
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
