import { readLargeChunks } from "../../platform/lib/streams.ts";
import { ObjectCutter } from "./object-cutter.ts";
import type { StixObject } from "./stix-object.ts";

/**
 * Reads the objects of a STIX bundle, those of one chunk at a time, never holding the whole.
 * @throws AppError `not_stix` naming the place: no bundle, cut short, a broken object
 */
export async function* readBundle(
  stream: ReadableStream<Uint8Array>,
): AsyncGenerator<StixObject[], void, void> {
  const cutter = new ObjectCutter();
  for await (const chunk of readLargeChunks(stream)) {
    const objects = cutter.push(chunk);
    if (objects.length > 0) yield objects;
  }
  cutter.end();
}
