import { AppError } from "../../../../platform/lib/errors.ts";
import { type JsonCut, type JsonPath, pointerOf } from "../../../../formats/json/json-cutter.ts";
import { stringOf, type StixObject } from "../../../../formats/stix/stix-object.ts";
import type { KnownNames } from "../../known-names.ts";
import type { Imported, JsonSource, Place, SentFile } from "../imported.ts";
import { readJson } from "../read-json.ts";
import { gatherLinks, type Links, noLinks, refusalOf, REPORT_TYPES } from "./links.ts";
import { LooseReport } from "./loose-report.ts";
import { isLoose, toMember } from "./to-member.ts";
import { toReport } from "./to-report.ts";

const isObject = (path: JsonPath) =>
  (path.length === 2 && path[0] === "objects") ||
  (path.length === 1 && typeof path[0] === "number");
const isOutline = (path: JsonPath) =>
  path.length === 1 && (path[0] === "type" || path[0] === "name");

/**
 * Reads a STIX 2.0 or 2.1 bundle, or a bare list of its objects, in three passes: references, reports, then the
 * objects that belong to them. Only the IDs of a bundle are stored in memory.
 * @param sent names the report for objects that no report of the bundle refers to
 * @throws AppError `not_stix`, `invalid_json`
 */
export async function* readStix(
  open: JsonSource,
  names: KnownNames,
  sent: SentFile,
): AsyncGenerator<Imported> {
  const links = noLinks();
  let isBundle = false;
  let bundleName: string | null = null;
  let objects = 0;
  for await (const cut of readJson(open, (path) => isObject(path) || isOutline(path))) {
    if (cut.path[0] === "name") bundleName = stringOf(cut.value);
    else if (isOutline(cut.path)) isBundle ||= cut.value === "bundle";
    else {
      const object = asObject(cut.value);
      if (object !== null) objects += 1;
      if (object !== null) gatherLinks(object, links, names);
      if (cut.path[0] !== "objects") isBundle ||= object !== null;
    }
  }
  if (!isBundle || (objects === 0 && !(await isEmptyBundle(open)))) throw notStix();
  const loose = new LooseReport(sent, bundleName);
  for await (const [cut, object] of objectsOf(open)) {
    if (object === null || REPORT_TYPES.has(object.type)) {
      yield toImported(cut, object, links, names);
    } else if (isLoose(object, links)) loose.note(object, links, names);
  }
  for await (const [cut, object] of objectsOf(open)) {
    if (object !== null && !REPORT_TYPES.has(object.type)) {
      yield* toMember(placeOf(cut, object), object, links, loose);
    }
  }
}

async function* objectsOf(open: JsonSource): AsyncGenerator<[JsonCut, StixObject | null]> {
  for await (const cut of readJson(open, isObject)) yield [cut, asObject(cut.value)];
}

async function isEmptyBundle(open: JsonSource): Promise<boolean> {
  for await (const _ of readJson(open, isObject)) return true;
  const outline = readJson(open, (path) => path.length === 1 && path[0] === "type");
  for await (const { value } of outline) return value === "bundle";
  return false;
}

/** Returns an object with a type and an ID of that type (STIX 2.1, part 2.9), or null. */
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

function notStix(): AppError {
  return new AppError(
    "not_stix",
    'The body is not STIX: it needs "type": "bundle" and "objects", or a list of STIX objects.',
  );
}
