import { isGenericName } from "../../../intake/identity.ts";
import { outlineText } from "../../../../text/outline/outline-text.ts";
import { recognise } from "../../../intake/recognise.ts";
import { AppError } from "../../../../platform/lib/errors.ts";
import { toHex } from "../../../../platform/lib/to-hex.ts";
import { pointerOf } from "../../../../formats/json/json-cutter.ts";
import { stringOf } from "../../../../formats/stix/stix-object.ts";
import type { KnownNames } from "../../known-names.ts";
import { allRefused } from "../attribute-counts.ts";
import type { Imported, JsonSource } from "../imported.ts";
import { readJson } from "../read-json.ts";
import { type Event, isEvent, newEvent, notePart } from "./event.ts";
import { eventPath, isPart } from "./event-paths.ts";
import { type LargeEvents, readRest } from "./read-rest.ts";

/** Maximum number of faults of one event reported together. */
const HELD_FAULTS = 500;

/**
 * Reads exported events of a sharing platform (MISP core format) one after the other. For each, it buffers only the
 * observables and labels, up to a limit. The rest is read in another pass.
 * @throws AppError `not_sharing_event`, `invalid_json`
 */
export async function* readEvents(open: JsonSource, names: KnownNames): AsyncGenerator<Imported> {
  let event: Event | null = null;
  let events = 0;
  const large: LargeEvents = new Map();
  for await (const cut of readJson(open, isPart)) {
    const path = eventPath(cut.path);
    if (event !== null && pointerOf(event.path) !== pointerOf(path)) {
      yield* finish(event, names, large);
      event = null;
    }
    if (event === null) {
      event = newEvent(path);
      events += 1;
    }
    notePart(event, cut, names);
    if (event.faults.length + event.files.length >= HELD_FAULTS) yield* drainFaults(event);
  }
  if (event !== null && events === 1 && !isEvent(event) && event.path.length === 0) {
    throw notSharingEvent();
  }
  if (event === null) throw notSharingEvent();
  yield* finish(event, names, large);
  yield* readRest(open, large);
}

async function* finish(
  event: Event,
  names: KnownNames,
  large: LargeEvents,
): AsyncGenerator<Imported> {
  const id = stringOf(event.fields.get("uuid")) ?? idOf(event.fields.get("id"));
  const place = { pointer: pointerOf(event.path), type: "event", id };
  const info = stringOf(event.fields.get("info"));
  if (info === null) {
    const reason = isEvent(event) ? `is an event without ${missing(id)}` : "is no event";
    yield { ...place, outcome: "failed", reason, attributes: allRefused(event.counts) };
    return;
  }
  const identity = id ?? (await identityOf(info, event));
  const foreign_key = `sharing-event:${identity}`;
  const text = event.prose.join("\n");
  const printed = recognise(outlineText(`${info}\n${text}`), names.main);
  const { techniques, groups, unresolved } = event.labels;
  yield {
    ...place,
    outcome: "report",
    attributes: event.counts,
    report: {
      // A complete hash would be treated as a file hash.
      title: titleOf(info, id ?? identity.slice(-8), event),
      url: event.link,
      publisher: publisherOf(event),
      summary: text === "" ? info : text,
      text,
      published_at: dateOf(event.fields),
      technique_ids: [...new Set([...techniques, ...printed.technique_ids])].sort(),
      group_ids: [...new Set([...groups, ...printed.group_ids])].sort(),
      foreign_key,
      indicators: [...event.matches.values()],
    },
  };
  if (event.fullAt !== null) large.set(place.pointer, { to: foreign_key, from: event.fullAt });
  yield* drainFaults(event);
  for (const [name, why] of unresolved) {
    const reason = `names the technique "${name.slice(0, 200)}", ${why}`;
    yield { ...place, type: "tag", outcome: "flawed", reason };
  }
}

/** Returns the title of an event. A generic name is extended by its first value, or else its ID. */
function titleOf(info: string, id: string, { matches }: Event): string {
  if (!isGenericName(info)) return info;
  const [first] = matches.values();
  return first === undefined ? `${info} ${id}` : `${info}: ${first.value}`;
}

/** Returns the missing fields, including the ID if the event has none. */
function missing(id: string | null): string {
  return id === null ? "info, uuid and id" : "info";
}

/**
 * Identifies an event without uuid and id by fields that its producer does not change: name, day and organization.
 */
async function identityOf(info: string, event: Event): Promise<string> {
  const parts = [info, dateOf(event.fields), publisherOf(event)];
  const bytes = new TextEncoder().encode(JSON.stringify(parts));
  return `sha256:${toHex(await crypto.subtle.digest("SHA-256", bytes))}`;
}

function publisherOf({ fields }: Event): string | null {
  return nameOf(fields.get("Orgc")) ?? nameOf(fields.get("Org"));
}

/** Yields unusable attributes by type, and the files whose bytes are not stored. */
function* drainFaults(event: Event): Generator<Imported> {
  for (const { pointer, id, type, reason } of event.faults.splice(0)) {
    yield { pointer, id, type: type ?? "attribute", outcome: "flawed", reason };
  }
  for (const place of event.files.splice(0)) {
    const reason = "is a file: its name and hashes are kept, its bytes are not";
    yield { ...place, type: "attachment", outcome: "ignored", reason };
  }
}

/** Returns an ID that is unique only within one platform. */
function idOf(value: unknown): string | null {
  return typeof value === "string" || typeof value === "number" ? `id ${value}` : null;
}

function nameOf(value: unknown): string | null {
  return typeof value === "object" && value !== null
    ? stringOf((value as Record<string, unknown>)["name"])
    : null;
}

/** Returns the date of the event, or else its publication time, given as text in seconds since 1970. */
function dateOf(fields: Map<string, unknown>): string | null {
  const day = Date.parse(stringOf(fields.get("date")) ?? "");
  const seconds = Number(fields.get("publish_timestamp") ?? fields.get("timestamp") ?? 0);
  const time = Number.isNaN(day) ? seconds * 1000 : day;
  return time > 0 && time < 4e12 ? new Date(time).toISOString() : null;
}

function notSharingEvent(): AppError {
  const forms = '{"Event": {...}}, {"response": [...]}, an array of events or a bare event';
  return new AppError("not_sharing_event", `The body is no sharing-platform event: send ${forms}.`);
}
