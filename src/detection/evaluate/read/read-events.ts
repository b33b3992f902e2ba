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

/**
 * Reads events from bytes: JSON lines, an array, or objects one after another, in UTF-8 or UTF-16. Those
 * of a chunk come together, since handing over each for itself costs as much as parsing it.
 */
export async function* readEvents(bytes: Chunks): AsyncGenerator<Iterable<ReadEvent>, void, void> {
  const decoding = new TextDecoding();
  const cutter = new EventCutter();
  const counter = { index: 0 };
  for await (const chunk of bytes) {
    yield countAll(cutter.push(decoding.push(chunk)), counter);
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

function countAll(cuts: readonly CutEvent[], counter: { index: number }): ReadEvent[] {
  const found: ReadEvent[] = [];
  for (const cut of cuts) {
    const { line } = cut;
    if ("fault" in cut) {
      found.push({ index: counter.index, line, event: null, fault: cut.fault });
      counter.index += 1;
    } else {
      for (const event of recordsOf(cut.event) ?? [cut.event]) {
        found.push(toEvent(event, counter.index, line));
        counter.index += 1;
      }
    }
  }
  return found;
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
