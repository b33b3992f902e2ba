import type { MarkedMatch } from "../../../intake/new-report.ts";
import { type JsonCut, type JsonPath, pointerOf } from "../../../../formats/json/json-cutter.ts";
import { keyOf } from "../../../observables/vocabulary.ts";
import { recordsOf, stringOf } from "../../../../formats/stix/stix-object.ts";
import type { KnownNames } from "../../known-names.ts";
import { attributesOf, readAttribute } from "./attributes.ts";
import { innerPath } from "./event-paths.ts";
import { type Labels, noLabels, readGalaxy, readTag } from "./tags.ts";

/** Observables that an event holds; what lies beyond is read when its report is there. */
const MAX_MATCHES = 10_000;
/** Characters of prose that an event keeps; a report of a thousand pages has as many. */
const MAX_PROSE = 2_000_000;

/** An event while its parts are read. */
export interface Event {
  path: JsonPath;
  fields: Map<string, unknown>;
  labels: Labels;
  matches: Map<string, MarkedMatch>;
  prose: string[];
  proseChars: number;
  /** Attributes that were read, and the first one whose matches are not held. */
  attributes: number;
  fullAt: number | null;
  link: string | null;
  faults: { pointer: string; id: string | null; reason: string }[];
}

/** An event of which nothing has been read yet. */
export function newEvent(path: JsonPath): Event {
  return {
    path,
    fields: new Map(),
    labels: noLabels(),
    matches: new Map(),
    prose: [],
    proseChars: 0,
    link: null,
    faults: [],
    attributes: 0,
    fullAt: null,
  };
}

/** Whether what was read is an event at all. */
export function isEvent({ fields, matches }: Event): boolean {
  return fields.has("info") || fields.has("uuid") || matches.size > 0;
}

/** Takes over one part of an event. */
export function notePart(event: Event, cut: JsonCut, names: KnownNames): void {
  const [name, index] = innerPath(cut.path);
  if (typeof name !== "string") return;
  if (index === undefined) {
    if (cut.fault === undefined) event.fields.set(name, cut.value);
    return;
  }
  const { value } = cut;
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    event.faults.push({
      pointer: pointerOf(cut.path),
      id: null,
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
    const content = `${stringOf(value["name"]) ?? ""}\n${stringOf(value["content"]) ?? ""}`;
    noteProse(event, content, pointer);
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
    if (known === undefined && event.matches.size >= MAX_MATCHES) event.fullAt ??= event.attributes;
    else if (known === undefined || known.confidence < match.confidence) {
      event.matches.set(keyOf(match), match);
    }
  }
  event.attributes += 1;
  if (prose !== null) noteProse(event, prose, pointer);
  event.link ??= link;
  for (const tag of recordsOf(attribute["Tag"])) readTag(tag, names, event.labels);
  for (const galaxy of recordsOf(attribute["Galaxy"])) readGalaxy(galaxy, names, event.labels);
}

function noteProse(event: Event, prose: string, pointer: string): void {
  event.proseChars += prose.length + 1;
  if (event.proseChars <= MAX_PROSE) event.prose.push(prose);
  else {
    const reason = `has text beyond the ${MAX_PROSE} characters that are kept of an event`;
    event.faults.push({ pointer, id: null, reason });
  }
}
