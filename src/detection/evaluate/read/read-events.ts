import { yieldToOthers } from "../../../platform/lib/yield-to-others.ts";
import { isJsonObject, own } from "../events/json-object.ts";
import { type CutEvent, EventCutter } from "./event-cutter.ts";
import { TextDecoding } from "./text-source.ts";

/** An event by its place in the stream, counted from 0; or what stands in its place. */
export interface ReadEvent {
  index: number;
  /** Where it begins, from 1; null where the events came as JSON already. */
  line: number | null;
  event: unknown;
  /** Why there is no event. */
  fault: string | null;
}

type Chunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** Events as they come, several at once. */
export type EventBatches = AsyncIterable<Iterable<ReadEvent>> | Iterable<Iterable<ReadEvent>>;

/** Bytes that are read before others are served in between: some milliseconds, also where nothing is an event. */
const SLICE_BYTES = 128 * 1024;

/**
 * Reads events from bytes: JSON lines, an array, or objects one after another, in UTF-8 or UTF-16. Those
 * of a slice come together, since an async step for each costs as much as parsing it. Take each batch to its end
 * before the next one.
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

/** The same from text. */
export function* readEventText(text: string): Generator<ReadEvent, void, void> {
  const cutter = new EventCutter();
  const counter = { index: 0 };
  yield* countAll(cutter.push(text), counter);
  yield* countAll(cutter.end(), counter);
}

/** Events that are JSON already. */
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

/** What CloudTrail, Azure, Elasticsearch, event logs as XML and our own requests put around events. */
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
