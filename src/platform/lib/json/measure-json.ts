import { AppError } from "../errors.ts";
import { CLOSER, COMMA, JsonScanner, kindOfByte, OPENER } from "./json-scanner.ts";

/** Maximum nesting of arrays and objects in JSON from outside. */
export const MAX_JSON_DEPTH = 64;

/** The size of JSON, measured before parsing. */
export interface JsonSize {
  /** Greatest nesting of arrays and objects. */
  depth: number;
  /** Upper bound of the number of values: commas, brackets, and one. */
  values: number;
}

/** Measures JSON without parsing it. Invalid JSON also has a size. */
export function measureJson(bytes: Uint8Array): JsonSize {
  const scanner = new JsonScanner();
  const stops = COMMA | OPENER | CLOSER;
  let level = 0;
  let depth = 0;
  let values = 1;
  for (let i = scanner.next(bytes, 0, stops); i < bytes.length;) {
    const kind = kindOfByte(bytes[i] ?? 0);
    if (kind === CLOSER) level -= 1;
    else values += 1;
    if (kind === OPENER) {
      level += 1;
      if (level > depth) depth = level;
    }
    i = scanner.next(bytes, i + 1, stops);
  }
  return { depth, values };
}

/** Returns the error for JSON, or data sent as YAML, that is nested too deep. */
export function jsonTooDeep(): AppError {
  return new AppError("invalid_json", `The JSON is nested deeper than ${MAX_JSON_DEPTH} levels.`);
}
