import { recognise } from "../../../intake/recognise.ts";
import type { MarkedMatch } from "../../../intake/new-report.ts";
import { AppError } from "../../../../platform/lib/errors.ts";
import { type JsonCut, type JsonPath, pointerOf } from "../../../../formats/json/json-cutter.ts";
import { CONFIDENCE } from "../../../observables/confidence.ts";
import type { Match } from "../../../observables/vocabulary.ts";
import {
  recordsOf,
  stringOf,
  stringsOf,
  type StixObject,
} from "../../../../formats/stix/stix-object.ts";
import type { KnownNames } from "../../names.ts";
import type { Imported, ImportedReport, JsonSource, Place } from "../imported.ts";
import { readJson } from "../read-json.ts";
import { withConfidence } from "../typed-values.ts";
import {
  gatherLinks,
  homeOf,
  type Links,
  noLinks,
  refusalOf,
  REPORT_TYPES,
  techniquesOf,
} from "./gather.ts";
import {
  CYBER_OBSERVABLES,
  valuesOfObject,
  valuesOfPattern,
  valuesOfVulnerability,
} from "./object-values.ts";
import { MAX_PATTERN_CHARS } from "./pattern.ts";
import { articleOf, titleOf } from "./titles.ts";

/** Objects that bring observables to the report they belong to. */
const MEMBERS: ReadonlySet<string> = new Set([
  ...CYBER_OBSERVABLES,
  "indicator",
  "observed-data",
  "vulnerability",
]);

/** Begins the key of the report that holds what belongs to no other. */
const LOOSE = "stix:loose:";

const isObject = (path: JsonPath) =>
  (path.length === 2 && path[0] === "objects") ||
  (path.length === 1 && typeof path[0] === "number");
const isOutline = (path: JsonPath) => path.length === 1 && path[0] === "type";

/**
 * Reads a STIX 2.0 or 2.1 bundle, or a bare list of its objects, in three passes: what refers to
 * what, then the reports, then what belongs to them. No more than the ids of a bundle is remembered.
 * @param key identifies the whole bundle, for what belongs to no report of it
 * @throws AppError `not_stix`, `invalid_json`
 */
export async function* readStix(
  open: JsonSource,
  names: KnownNames,
  key: string,
): AsyncGenerator<Imported> {
  const links = noLinks();
  let isBundle = false;
  let objects = 0;
  for await (const cut of readJson(open, (path) => isObject(path) || isOutline(path))) {
    if (isOutline(cut.path)) isBundle ||= cut.value === "bundle";
    else {
      const object = asObject(cut.value);
      if (object !== null) objects += 1;
      if (object !== null) gatherLinks(object, links, names);
      if (cut.path[0] !== "objects") isBundle ||= object !== null;
    }
  }
  if (!isBundle || (objects === 0 && !(await isEmptyBundle(open)))) throw notStix();
  for await (const [cut, object] of objectsOf(open)) {
    if (object === null || REPORT_TYPES.has(object.type))
      yield toImported(cut, object, links, names);
  }
  const loose = { key: `${LOOSE}${key}`, isBegun: false };
  for await (const [cut, object] of objectsOf(open)) {
    if (object !== null && !REPORT_TYPES.has(object.type)) {
      yield* toMember(placeOf(cut, object), object, links, names, loose);
    }
  }
}

async function* objectsOf(open: JsonSource): AsyncGenerator<[JsonCut, StixObject | null]> {
  for await (const cut of readJson(open, isObject)) yield [cut, asObject(cut.value)];
}

async function isEmptyBundle(open: JsonSource): Promise<boolean> {
  for await (const _ of readJson(open, isObject)) return true;
  for await (const { value } of readJson(open, isOutline)) return value === "bundle";
  return false;
}

/** An object with a type and an id of that type (STIX 2.1, part 2.9). */
function asObject(value: unknown): StixObject | null {
  if (typeof value !== "object" || value === null) return null;
  const { type, id } = value as Partial<StixObject>;
  if (typeof type !== "string" || typeof id !== "string") return null;
  return id.startsWith(`${type}--`) && id.length > type.length + 2 ? (value as StixObject) : null;
}

function placeOf(cut: JsonCut, object: StixObject | null): Place {
  const { type, id } = (cut.value ?? {}) as Partial<Record<string, unknown>>;
  return {
    pointer: pointerOf(cut.path),
    type: object?.type ?? stringOf(type)?.slice(0, 100) ?? null,
    id: object?.id ?? stringOf(id)?.slice(0, 200) ?? null,
  };
}

function toImported(
  cut: JsonCut,
  object: StixObject | null,
  links: Links,
  names: KnownNames,
): Imported {
  const place = placeOf(cut, object);
  const fail = (reason: string): Imported => ({ ...place, outcome: "failed", reason });
  if (cut.fault !== undefined) return fail(cut.fault);
  if (object === null) return fail("has no STIX type with an id of that type");
  if (object["revoked"] === true) return { ...place, outcome: "ignored", reason: "is revoked" };
  const refusal = refusalOf(object);
  if (refusal !== null) return fail(refusal);
  return { ...place, outcome: "report", report: toReport(object, links, names) };
}

function toReport(
  object: StixObject,
  links: Links,
  names: KnownNames,
  indicators: MarkedMatch[] = [],
): ImportedReport {
  const text = [stringOf(object["description"]), stringOf(object["content"])]
    .filter((part) => part !== null)
    .join("\n\n");
  const refs = [object.id, ...stringsOf(object["object_refs"])];
  const title = titleOf(object, indicators);
  const printed = recognise(`${title}\n${text}`, names.main);
  const groups = refs.map((ref) => links.groups.get(ref)).filter((group) => group !== undefined);
  const author = links.identities.get(stringOf(object["created_by_ref"]) ?? "");
  const dates = ["published", "first_seen", "created"].map((name) => dateOf(object[name]));
  return {
    title,
    url: articleOf(object),
    publisher: author === undefined || author === "" ? null : author,
    summary: text,
    text,
    published_at: dates.find((date) => date !== null) ?? null,
    technique_ids: [...new Set([...techniquesOf(refs, links), ...printed.technique_ids])].sort(),
    group_ids: [...new Set([...groups, ...printed.group_ids])].sort(),
    foreign_key: `stix:${object.id}`,
    indicators,
  };
}

function dateOf(value: unknown): string | null {
  const time = typeof value === "string" ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}

function* toMember(
  place: Place,
  object: StixObject,
  links: Links,
  names: KnownNames,
  loose: { key: string; isBegun: boolean },
): Generator<Imported> {
  if (object["revoked"] === true) {
    yield { ...place, outcome: "ignored", reason: "is revoked" };
    return;
  }
  if (object.type === "attack-pattern") {
    yield* toTechnique(place, object, links);
    return;
  }
  if (!MEMBERS.has(object.type)) {
    yield { ...place, outcome: "ignored", reason: `${object.type} brings nothing to the intake` };
    return;
  }
  const matches = valuesOf(object);
  if (typeof matches === "string") {
    yield { ...place, outcome: "failed", reason: matches };
    return;
  }
  const home = homeOf(object.id, links);
  if (home !== null) {
    yield { ...place, outcome: "attached", to: `stix:${home}`, matches };
  } else if (object.type === "indicator" || object.type === "observed-data") {
    yield { ...place, outcome: "report", report: toReport(object, links, names, matches) };
  } else if (matches.length === 0) {
    yield { ...place, outcome: "ignored", reason: "names no observable of a kind that is kept" };
  } else {
    if (!loose.isBegun) yield looseReport(loose.key);
    loose.isBegun = true;
    yield { ...place, outcome: "attached", to: loose.key, matches };
  }
}

/** A technique that nothing refers to is a report of its own, so that its id is not lost. */
function* toTechnique(place: Place, object: StixObject, links: Links): Generator<Imported> {
  const name = links.unresolved.get(object.id);
  if (name !== undefined) {
    const reason = `names the technique "${name.slice(0, 200)}", which no ingested release knows by this name alone`;
    yield { ...place, outcome: "flawed", reason };
  }
  if (name !== undefined || links.referred.has(object.id)) {
    yield { ...place, outcome: "attached", to: "", matches: [] };
    return;
  }
  const text = stringOf(object["description"]) ?? "";
  const report = {
    ...{ title: titleOf(object), url: articleOf(object), publisher: null, summary: text, text },
    published_at: null,
    technique_ids: techniquesOf([object.id], links),
    group_ids: [],
    foreign_key: `stix:${object.id}`,
    indicators: [],
  };
  yield { ...place, outcome: "report", report };
}

function looseReport(key: string): Imported {
  // Each bundle's own, so that they are not taken for those of another one.
  const hash = key.slice(LOOSE.length, LOOSE.length + 12);
  const summary = "Cyber-observables that no report of the import holds.";
  return {
    ...{ pointer: "", type: "bundle", id: null, outcome: "report" },
    report: {
      ...{ title: `Cyber-observables of bundle ${hash}`, url: null, publisher: null, summary },
      ...{ text: "", published_at: null, technique_ids: [], group_ids: [] },
      ...{ foreign_key: key, indicators: [] },
    },
  };
}

/** The observables of a member, or why it cannot be read. */
function valuesOf(object: StixObject): MarkedMatch[] | string {
  const own = object["confidence"];
  const confidence =
    typeof own === "number" && own > 0 && own <= 100 ? Math.round(own) : CONFIDENCE.marked;
  let found: (Match | null)[] | null;
  if (object.type === "indicator") {
    const type = stringOf(object["pattern_type"]) ?? "stix";
    const pattern = stringOf(object["pattern"]);
    if (pattern === null) return "has no pattern";
    if (pattern.length > MAX_PATTERN_CHARS) {
      return `has a pattern of more than ${MAX_PATTERN_CHARS} characters`;
    }
    found = type === "stix" ? valuesOfPattern(pattern) : [];
    if (found === null) return "has a pattern that is no STIX pattern";
  } else if (object.type === "observed-data") {
    const inside = object["objects"];
    const held = typeof inside === "object" && inside !== null ? Object.values(inside) : [];
    found = recordsOf(held).flatMap(valuesOfObject);
  } else if (object.type === "vulnerability") found = valuesOfVulnerability(object);
  else found = valuesOfObject(object);
  return withConfidence(found, confidence);
}

function notStix(): AppError {
  return new AppError(
    "not_stix",
    'The body is no STIX: it needs "type": "bundle" and "objects", or a list of STIX objects.',
  );
}
