import type { JsonKind, JsonPath } from "../../../../formats/json/json-cutter.ts";

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

/**
 * Where an event begins in what was sent: `{Event}`, `{response: [...]}`, an array of any of them, or
 * a bare event. An old form has the parts beside `Event`; they are its own all the same.
 */
export function eventPath(path: JsonPath): JsonPath {
  const outer = typeof path[0] === "number" ? 1 : 0;
  if (path[outer] !== "response") return path.slice(0, outer);
  return path.slice(0, outer + (typeof path[outer + 1] === "number" ? 2 : 1));
}

/** The rest of a path inside its event, without the `Event` that wraps it. */
export function innerPath(path: JsonPath): JsonPath {
  const rest = path.slice(eventPath(path).length);
  return rest[0] === "Event" ? rest.slice(1) : rest;
}

/** Whether a value is a part of an event that is read by itself. */
export function isPart(path: JsonPath, kind: JsonKind): boolean {
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
