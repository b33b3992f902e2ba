import { yieldToOthers } from "../../../platform/lib/yield-to-others.ts";
import { isJsonObject, own } from "../events/json-object.ts";
import { type CutEvent, EventCutter } from "./event-cutter.ts";
import { TextDecoding } from "./text-source.ts";

/** An event with its index in the stream, from 0, or the fault in its place. */
export interface ReadEvent {
  index: number;
  /** The line at which it begins, from 1; null if the events were already parsed JSON. */
  line: number | null;
  event: unknown;
  /** The reason why there is no event. */
  fault: string | null;
}

type Chunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** Events in batches, as they arrive. */
export type EventBatches = AsyncIterable<Iterable<ReadEvent>> | Iterable<Iterable<ReadEvent>>;

/** Bytes to read before yielding to other work: a few milliseconds, even in a file without events. */
const SLICE_BYTES = 128 * 1024;

/**
 * Reads events from bytes: JSON lines, an array, or concatenated objects, in UTF-8 or UTF-16. Yields those of a slice
 * as one batch, since an async step per event costs as much as parsing it. Consume each batch fully before requesting
 * the next.
 */
export async function* readEvents(bytes: Chunks): AsyncGenerator<Iterable<ReadEvent>, void, void> {
  const decoding = new TextDecoding();
  const cutter = new EventCutter();
  const counter = { index: 0 };
  let unpaused = 0;
  for await (const chunk of bytes) {
    for (let at = 0; at < chunk.length; at += SLICE_BYTES) {
      const slice = chunk.subarray(at, at + SLICE_BYTES);
      yield countAll(cutter.push(decoding.push(slice)), counter);
      unpaused += slice.length;
      if (unpaused < SLICE_BYTES) continue;
      unpaused = 0;
      await yieldToOthers();
    }
  }
  yield countAll(cutter.push(decoding.end()), counter);
  yield countAll(cutter.end(), counter);
}

/** Reads events from text, like `readEvents`. */
export function* readEventText(text: string): Generator<ReadEvent, void, void> {
  const cutter = new EventCutter();
  const counter = { index: 0 };
  yield* countAll(cutter.push(text), counter);
  yield* countAll(cutter.end(), counter);
}

/** Numbers events that are already parsed JSON. */
export function* countEvents(events: readonly unknown[]): Generator<ReadEvent, void, void> {
  for (const [index, event] of events.entries()) yield toEvent(event, index, null);
}

function* countAll(
  cuts: Iterable<CutEvent>,
  counter: { index: number },
): Generator<ReadEvent, void, void> {
  for (const cut of cuts) {
    const { line } = cut;
    if ("fault" in cut) {
      yield { index: counter.index, line, event: null, fault: cut.fault };
      counter.index += 1;
    } else {
      for (const event of recordsOf(cut.event) ?? [cut.event]) {
        yield toEvent(event, counter.index, line);
        counter.index += 1;
      }
    }
  }
}

function toEvent(event: unknown, index: number, line: number | null): ReadEvent {
  const isEvent = isJsonObject(event) || typeof event === "string";
  return { index, line, event, fault: isEvent ? null : "is no object" };
}

/** Unwraps the envelopes of CloudTrail, Azure, Elasticsearch, XML event logs and this service's own requests. */
function recordsOf(value: unknown): readonly unknown[] | null {
  const isOnly = isJsonObject(value) && Object.keys(value).length === 1;
  const wrapped = isOnly
    ? [
        own(value, "Records"),
        own(value, "records"),
        own(value, "events"),
        own(own(value, "Events"), "Event"),
      ]
    : [own(own(value, "hits"), "hits")];
  const records = wrapped.find((one) => Array.isArray(one));
  return Array.isArray(records) && records.every(isJsonObject) ? records : null;
}
