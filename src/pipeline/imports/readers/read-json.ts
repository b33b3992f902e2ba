import {
  type JsonCut,
  JsonCutter,
  type JsonPath,
  type JsonKind,
  type JsonSelect,
} from "../../../formats/json/json-cutter.ts";
import { jsonTooDeep, MAX_JSON_DEPTH } from "../../../platform/lib/json/measure-json.ts";
import type { JsonSource } from "./imported.ts";

/** Yields the selected values of a JSON source, in order. @throws AppError `invalid_json` */
export async function* readJson(open: JsonSource, select: JsonSelect): AsyncGenerator<JsonCut> {
  const cutter = new JsonCutter(select, open.maxValueBytes);
  for await (const chunk of open()) yield* cutter.push(chunk);
  yield* cutter.end();
}

/** Yields the same from an already parsed value, such as YAML. @throws AppError `invalid_json` if it is too deep */
export function* walkJson(
  value: unknown,
  select: JsonSelect,
  path: JsonPath = [],
): Generator<JsonCut> {
  if (path.length > MAX_JSON_DEPTH) throw jsonTooDeep();
  if (select(path, kindOf(value))) {
    yield { path, value };
    return;
  }
  if (typeof value !== "object" || value === null) return;
  const entries: Iterable<[string | number, unknown]> = Array.isArray(value)
    ? value.entries()
    : Object.entries(value);
  for (const [key, inner] of entries) yield* walkJson(inner, select, [...path, key]);
}

function kindOf(value: unknown): JsonKind {
  if (Array.isArray(value)) return "array";
  if (typeof value === "object" && value !== null) return "object";
  return typeof value === "string" ? "string" : "scalar";
}
