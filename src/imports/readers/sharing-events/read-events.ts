import { recognise } from "../../../intake/recognise.ts";
import type { MarkedMatch } from "../../../intake/submit-reports.ts";
import { AppError } from "../../../lib/errors.ts";
import { type JsonCut, type JsonKind, type JsonPath, pointerOf } from "../../../lib/json-cutter.ts";
import { keyOf } from "../../../observables/vocabulary.ts";
import { recordsOf, stringOf } from "../../../stix/objects.ts";
import type { KnownNames } from "../../names.ts";
import type { Imported, JsonSource } from "../imported.ts";
import { readJson } from "../read-json.ts";
import { attributesOf, readAttribute } from "./attributes.ts";
import { type Labels, noLabels, readGalaxy, readTag } from "./tags.ts";

/** Fields of an event that are kept, and its lists, which come element by element. */
const FIELDS = new Set([
  "info",
  "uuid",
  "id",
  "date",
  "timestamp",
  "publish_timestamp",
  "Orgc",
  "Org",
]);
const LISTS = new Set(["Attribute", "Object", "Tag", "Galaxy", "EventReport", "ShadowAttribute"]);

/** An event while its parts come by. */
interface Event {
  path: JsonPath;
  fields: Map<string, unknown>;
  labels: Labels;
  matches: Map<string, MarkedMatch>;
  prose: string[];
  link: string | null;
  faults: { pointer: string; id: string | null; reason: string }[];
}

/**
 * Where an event begins in what was sent: `{Event}`, `{response: [...]}`, an array, or a bare event.
 * An old form has the parts beside `Event`; they are its own all the same.
 */
function eventPath(path: JsonPath): JsonPath {
  const [first, second, third] = path;
  if (first === "response") {
    if (typeof second !== "number") return path.slice(0, 1);
    return path.slice(0, 2);
  }
  if (typeof first === "number") return path.slice(0, 1);
  void third;
  return [];
}

/** The rest of a path inside its event, without the `Event` that wraps it. */
function innerPath(path: JsonPath): JsonPath {
  const rest = path.slice(eventPath(path).length);
  return rest[0] === "Event" ? rest.slice(1) : rest;
}

function isPart(path: JsonPath, kind: JsonKind): boolean {
  const [name, index, ...deeper] = innerPath(path);
  if (deeper.length > 0 || typeof name !== "string") {
    // An entry that ought to be an event.
    return path.length > 0 && kind !== "object" && kind !== "array" && isEntry(path);
  }
  if (index === undefined) return FIELDS.has(name);
  return LISTS.has(name) && typeof index === "number";
}

function isEntry(path: JsonPath): boolean {
  return innerPath(path).length === 0 && typeof path.at(-1) === "number";
}

/**
 * Reads exported events of a sharing platform (MISP core format), one after the other; of each only
 * what it names is held, never its attributes.
 * @throws AppError `not_sharing_event`, `invalid_json`
 */
export async function* readEvents(open: JsonSource, names: KnownNames): AsyncGenerator<Imported> {
  let event: Event | null = null;
  let events = 0;
  for await (const cut of readJson(open(), isPart)) {
    const path = eventPath(cut.path);
    if (event !== null && pointerOf(event.path) !== pointerOf(path)) {
      yield* finish(event, names);
      event = null;
    }
    if (event === null) {
      event = newEvent(path);
      events += 1;
    }
    note(event, cut, names);
  }
  if (event !== null && events === 1 && !isEvent(event) && event.path.length === 0) {
    throw notSharingEvent();
  }
  if (event === null) throw notSharingEvent();
  yield* finish(event, names);
}

function newEvent(path: JsonPath): Event {
  return {
    path,
    fields: new Map(),
    labels: noLabels(),
    matches: new Map(),
    ...{ prose: [], link: null, faults: [] },
  };
}

function isEvent({ fields, matches }: Event): boolean {
  return fields.has("info") || fields.has("uuid") || matches.size > 0;
}

function note(event: Event, cut: JsonCut, names: KnownNames): void {
  const [name, index] = innerPath(cut.path);
  if (typeof name !== "string") return;
  if (index === undefined) {
    if (cut.fault === undefined) event.fields.set(name, cut.value);
    return;
  }
  const { value } = cut;
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    event.faults.push({
      ...{ pointer: pointerOf(cut.path), id: null },
      reason: cut.fault ?? `is no ${name}`,
    });
    return;
  }
  noteElement(event, name, value as Record<string, unknown>, pointerOf(cut.path), names);
}

function noteElement(
  event: Event,
  name: string,
  value: Record<string, unknown>,
  pointer: string,
  names: KnownNames,
): void {
  if (name === "Tag") readTag(value, names, event.labels);
  else if (name === "Galaxy") readGalaxy(value, names, event.labels);
  else if (name === "EventReport") {
    event.prose.push(`${stringOf(value["name"]) ?? ""}\n${stringOf(value["content"]) ?? ""}`);
  } else if (name === "Object") {
    for (const [i, attribute] of attributesOf(value).entries()) {
      noteAttribute(event, attribute, `${pointer}/Attribute/${i}`, names);
    }
  } else if (name === "Attribute") noteAttribute(event, value, pointer, names);
}

function noteAttribute(
  event: Event,
  attribute: Record<string, unknown>,
  pointer: string,
  names: KnownNames,
): void {
  const { matches, prose, link, fault } = readAttribute(attribute);
  if (fault !== null) {
    event.faults.push({ pointer, id: stringOf(attribute["uuid"]), reason: fault });
  }
  for (const match of matches) {
    const known = event.matches.get(keyOf(match));
    if (known === undefined || known.confidence < match.confidence) {
      event.matches.set(keyOf(match), match);
    }
  }
  if (prose !== null) event.prose.push(prose);
  event.link ??= link;
  for (const tag of recordsOf(attribute["Tag"])) readTag(tag, names, event.labels);
  for (const galaxy of recordsOf(attribute["Galaxy"])) readGalaxy(galaxy, names, event.labels);
}

function* finish(event: Event, names: KnownNames): Generator<Imported> {
  const uuid = stringOf(event.fields.get("uuid")) ?? idOf(event.fields.get("id"));
  const place = { pointer: pointerOf(event.path), type: "event", id: uuid };
  const info = stringOf(event.fields.get("info"));
  if (info === null || uuid === null) {
    const reason = isEvent(event) ? "is an event without info or uuid" : "is no event";
    yield { ...place, outcome: "failed", reason };
    return;
  }
  const text = event.prose.join("\n");
  const printed = recognise(`${info}\n${text}`, names.main);
  const { techniques, groups, unresolved } = event.labels;
  yield {
    ...place,
    outcome: "report",
    report: {
      title: info,
      url: event.link,
      publisher: nameOf(event.fields.get("Orgc")) ?? nameOf(event.fields.get("Org")),
      summary: text === "" ? info : text,
      text,
      published_at: dateOf(event.fields),
      technique_ids: [...new Set([...techniques, ...printed.technique_ids])].sort(),
      group_ids: [...new Set([...groups, ...printed.group_ids])].sort(),
      foreign_key: `sharing-event:${uuid}`,
      indicators: [...event.matches.values()],
    },
  };
  for (const { pointer, id, reason } of event.faults) {
    yield { pointer, id, type: "attribute", outcome: "flawed", reason };
  }
  for (const [name, why] of unresolved) {
    const reason = `names the technique "${name.slice(0, 200)}", ${why}`;
    yield { ...place, type: "tag", outcome: "flawed", reason };
  }
}

/** Numbers identify events of one platform only. */
function idOf(value: unknown): string | null {
  return typeof value === "string" || typeof value === "number" ? `id ${value}` : null;
}

function nameOf(value: unknown): string | null {
  return typeof value === "object" && value !== null
    ? stringOf((value as Record<string, unknown>)["name"])
    : null;
}

/** The day of the event, or when it was published, in seconds since 1970 as text. */
function dateOf(fields: Map<string, unknown>): string | null {
  const day = Date.parse(stringOf(fields.get("date")) ?? "");
  const seconds = Number(fields.get("publish_timestamp") ?? fields.get("timestamp") ?? 0);
  const time = Number.isNaN(day) ? seconds * 1000 : day;
  return time > 0 && time < 4e12 ? new Date(time).toISOString() : null;
}

function notSharingEvent(): AppError {
  return new AppError(
    "not_sharing_event",
    'The body is no sharing-platform event: send {"Event": {...}}, {"response": [...]}, an array of events or a bare event.',
  );
}
