import {
  type JsonCut,
  JsonCutter,
  type JsonPath,
  type JsonKind,
  type JsonSelect,
  MAX_DEPTH,
  tooDeep,
} from "../../../formats/json/json-cutter.ts";

/** The selected values of a JSON stream, in order. @throws AppError `invalid_json` */
export async function* readJson(
  chunks: AsyncIterable<Uint8Array>,
  select: JsonSelect,
): AsyncGenerator<JsonCut> {
  const cutter = new JsonCutter(select);
  for await (const chunk of chunks) yield* cutter.push(chunk);
  yield* cutter.end();
}

/** The same values of what was parsed already, as YAML is. @throws AppError `invalid_json` when it is too deep */
export function* walkJson(
  value: unknown,
  select: JsonSelect,
  path: JsonPath = [],
): Generator<JsonCut> {
  if (path.length > MAX_DEPTH) throw tooDeep();
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
