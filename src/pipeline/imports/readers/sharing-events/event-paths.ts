import type { JsonKind, JsonPath } from "../../../../formats/json/json-cutter.ts";

/** Event fields that are stored, and its lists, which are read element by element. */
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

/**
 * Returns the path of an event in the upload: `{Event}`, `{response: [...]}`, an array of these, or a bare event.
 * In an old format, the parts next to `Event` also belong to it.
 */
export function eventPath(path: JsonPath): JsonPath {
  const outer = typeof path[0] === "number" ? 1 : 0;
  if (path[outer] !== "response") return path.slice(0, outer);
  return path.slice(0, outer + (typeof path[outer + 1] === "number" ? 2 : 1));
}

/** Returns the rest of a path inside its event, without the wrapping `Event`. */
export function innerPath(path: JsonPath): JsonPath {
  const rest = path.slice(eventPath(path).length);
  return rest[0] === "Event" ? rest.slice(1) : rest;
}

/** Returns whether a value is a part of an event that is read separately. */
export function isPart(path: JsonPath, kind: JsonKind): boolean {
  const [name, index, ...deeper] = innerPath(path);
  if (deeper.length > 0 || typeof name !== "string") {
    // An entry that should be an event.
    return path.length > 0 && kind !== "object" && kind !== "array" && isEntry(path);
  }
  if (index === undefined) return FIELDS.has(name);
  return LISTS.has(name) && typeof index === "number";
}

function isEntry(path: JsonPath): boolean {
  return innerPath(path).length === 0 && typeof path.at(-1) === "number";
}
