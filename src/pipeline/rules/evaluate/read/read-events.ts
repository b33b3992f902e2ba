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

/** Reads events from bytes: JSON lines, an array, or objects one after another, in UTF-8 or UTF-16. */
export async function* readEvents(bytes: Chunks): AsyncGenerator<ReadEvent, void, void> {
  const decoding = new TextDecoding();
  const cutter = new EventCutter();
  const counter = { index: 0 };
  for await (const chunk of bytes) {
    for (const cut of cutter.push(decoding.push(chunk))) yield* count(cut, counter);
  }
  for (const cut of cutter.push(decoding.end())) yield* count(cut, counter);
  for (const cut of cutter.end()) yield* count(cut, counter);
}

/** The same from text. */
export function* readEventText(text: string): Generator<ReadEvent, void, void> {
  const cutter = new EventCutter();
  const counter = { index: 0 };
  for (const cut of cutter.push(text)) yield* count(cut, counter);
  for (const cut of cutter.end()) yield* count(cut, counter);
}

/** Events that are JSON already. */
export function* countEvents(events: readonly unknown[]): Generator<ReadEvent, void, void> {
  for (const [index, event] of events.entries()) yield toEvent(event, index, null);
}

function* count(cut: CutEvent, counter: { index: number }): Generator<ReadEvent, void, void> {
  const events = "fault" in cut ? [null] : (recordsOf(cut.event) ?? [cut.event]);
  for (const event of events) {
    const { index } = counter;
    counter.index += 1;
    if ("fault" in cut) yield { index, line: cut.line, event: null, fault: cut.fault };
    else yield toEvent(event, index, cut.line);
  }
}

function toEvent(event: unknown, index: number, line: number | null): ReadEvent {
  const isEvent = isJsonObject(event) || typeof event === "string";
  return { index, line, event, fault: isEvent ? null : "is no object" };
}

/** What CloudTrail, Azure and our own requests put around the events of a file. */
function recordsOf(value: unknown): readonly unknown[] | null {
  for (const name of ["Records", "records", "events"]) {
    const records = own(value, name);
    if (Array.isArray(records) && isOnlyKey(value) && records.every(isJsonObject)) return records;
  }
  return null;
}

const isOnlyKey = (value: unknown) => isJsonObject(value) && Object.keys(value).length === 1;
