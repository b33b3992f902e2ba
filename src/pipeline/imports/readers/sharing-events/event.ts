import type { MarkedMatch } from "../../../intake/new-report.ts";
import { type JsonCut, type JsonPath, pointerOf } from "../../../../formats/json/json-cutter.ts";
import { keyOf } from "../../../observables/vocabulary.ts";
import { recordsOf, stringOf } from "../../../../formats/stix/stix-object.ts";
import type { KnownNames } from "../../known-names.ts";
import { type AttributeCounts, noAttributes } from "../attribute-counts.ts";
import { mergeMarks } from "../typed-values.ts";
import { attributesIn, type PlacedAttribute } from "./attributes-in.ts";
import { type ReadAttribute, readAttribute } from "./attributes.ts";
import { countAttribute, LOST } from "./count-attribute.ts";
import { innerPath } from "./event-paths.ts";
import { type Labels, noLabels, readGalaxy, readTag } from "./tags.ts";

/** Maximum number of buffered observables per event. The rest are read once its report is stored. */
const MAX_MATCHES = 10_000;
/** Maximum prose per event in characters, enough for a report of a thousand pages. */
const MAX_PROSE = 2_000_000;

/** An unusable part of an event, and the type of its attribute. */
export interface Fault {
  pointer: string;
  id: string | null;
  type: string | null;
  reason: string;
}

/** An event whose parts are being read. */
export interface Event {
  path: JsonPath;
  fields: Map<string, unknown>;
  labels: Labels;
  matches: Map<string, MarkedMatch>;
  prose: string[];
  proseChars: number;
  /** Number of attributes read, and the first one whose matches are not buffered. */
  attributes: number;
  fullAt: number | null;
  link: string | null;
  counts: AttributeCounts;
  faults: Fault[];
  /** Positions of files whose bytes are not stored. */
  files: { pointer: string; id: string | null }[];
}

/** Creates an event before anything is read. */
export function newEvent(path: JsonPath): Event {
  return {
    path,
    fields: new Map(),
    labels: noLabels(),
    matches: new Map(),
    prose: [],
    proseChars: 0,
    link: null,
    counts: noAttributes(),
    faults: [],
    files: [],
    attributes: 0,
    fullAt: null,
  };
}

/** Returns whether the parsed value is an event. */
export function isEvent({ fields, matches }: Event): boolean {
  return fields.has("info") || fields.has("uuid") || matches.size > 0;
}

/** Adds one part to an event. */
export function notePart(event: Event, cut: JsonCut, names: KnownNames): void {
  const [name, index] = innerPath(cut.path);
  if (typeof name !== "string") return;
  if (index === undefined) {
    if (cut.fault === undefined) event.fields.set(name, cut.value);
    return;
  }
  const { value } = cut;
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    if (name === "Attribute") countAttribute(event.counts, LOST, false);
    event.faults.push({
      pointer: pointerOf(cut.path),
      id: null,
      type: null,
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
  } else {
    const comment = name === "Object" ? stringOf(value["comment"]) : null;
    if (comment !== null) noteProse(event, comment, pointer);
    for (const one of attributesIn(name, value, pointer)) noteAttribute(event, one, names);
  }
}

function noteAttribute(event: Event, placed: PlacedAttribute, names: KnownNames): void {
  const { attribute, pointer, isProposal } = placed;
  const read = readAttribute(placed);
  const { type, matches, prose, link, fault, hasFile } = read;
  const id = stringOf(attribute["uuid"]);
  if (fault !== null) event.faults.push({ pointer, id, type, reason: fault });
  for (const match of matches) {
    const known = event.matches.get(keyOf(match));
    if (known !== undefined) event.matches.set(keyOf(match), mergeMarks(known, match));
    else if (event.matches.size < MAX_MATCHES) event.matches.set(keyOf(match), match);
    else event.fullAt ??= event.attributes;
  }
  event.attributes += 1;
  const isHeld = prose === null || noteProse(event, prose, pointer);
  countAttribute(event.counts, isHeld ? read : { ...read, ...withoutText(read) }, isProposal);
  if (hasFile) event.files.push({ pointer, id });
  event.link ??= link;
  for (const tag of recordsOf(attribute["Tag"])) readTag(tag, names, event.labels);
  for (const galaxy of recordsOf(attribute["Galaxy"])) readGalaxy(galaxy, names, event.labels);
}

/** Rejects a value for a text that is full. */
function withoutText({ outcome }: ReadAttribute): Pick<ReadAttribute, "outcome"> {
  return { outcome: outcome === "in_text" ? "refused" : outcome };
}

/** Adds prose and returns whether there was room for it. */
function noteProse(event: Event, prose: string, pointer: string): boolean {
  event.proseChars += prose.length + 1;
  if (event.proseChars <= MAX_PROSE) {
    event.prose.push(prose);
    return true;
  }
  const reason = `has text beyond the ${MAX_PROSE} characters that are kept of an event`;
  event.faults.push({ pointer, id: null, type: null, reason });
  return false;
}
