import { Lexer } from "yaml";
import { AppError } from "../platform/lib/errors.ts";
import { jsonTooDeep, MAX_JSON_DEPTH, measureJson } from "../platform/lib/json/measure-json.ts";
import { formatBytes } from "../platform/lib/streams.ts";

const OPEN_ANGLE = 0x3c;
const OPEN_BRACE = 0x7b;

/** @throws AppError `code` when there are more bytes than the limit */
export function requireBytes(
  bytes: number,
  limit: number,
  code: "file_too_large" | "body_too_large" | "document_unreadable",
  what: string,
): void {
  if (bytes <= limit) return;
  throw new AppError(code, `${what} is larger than the limit of ${formatBytes(limit)}.`);
}

/**
 * Passes JSON through until it has more objects than the limit. Opening braces in strings count too.
 * @throws AppError `body_too_large`
 */
export async function* limitObjects(
  chunks: AsyncIterable<Uint8Array>,
  limit: number,
): AsyncGenerator<Uint8Array, void, void> {
  let objects = 0;
  for await (const chunk of chunks) {
    for (let at = chunk.indexOf(OPEN_BRACE); at !== -1; at = chunk.indexOf(OPEN_BRACE, at + 1)) {
      objects += 1;
    }
    if (objects > limit) {
      throw new AppError(
        "body_too_large",
        `The bundle holds more than ${limit} objects; split it.`,
      );
    }
    yield chunk;
  }
}

/** Returns whether there are at most `limit` tags, before decoding. Counts every byte that could begin one. */
export function hasFewTagBytes(bytes: Uint8Array, limit: number): boolean {
  let tags = 0;
  for (let at = bytes.indexOf(OPEN_ANGLE); at !== -1; at = bytes.indexOf(OPEN_ANGLE, at + 1)) {
    tags += 1;
    if (tags > limit) return false;
  }
  return true;
}

/**
 * Checks JSON before it is parsed: its nesting and its number of values.
 * @throws AppError `invalid_json`, `body_too_large`
 */
export function requireBoundedJson(bytes: Uint8Array, maxValues: number): void {
  const { depth, values } = measureJson(bytes);
  if (depth > MAX_JSON_DEPTH) throw jsonTooDeep();
  if (values > maxValues) {
    throw new AppError("body_too_large", `The JSON holds more than ${maxValues} values; split it.`);
  }
}

/**
 * Checks YAML token by token before its tree is built: a node takes two hundred times the memory of the two letters
 * that create it.
 * @throws AppError `body_too_large`, `not_ml_matrix`
 */
export function requireBoundedYaml(text: string, maxTokens: number): void {
  let tokens = 0;
  /** Open bracketed collections, and consecutive dashes and question marks. */
  let open = 0;
  let row = 0;
  for (const token of new Lexer().lex(text)) {
    tokens += 1;
    if (tokens > maxTokens) {
      const detail = `A matrix in YAML must not hold more than ${maxTokens} tokens; send JSON.`;
      throw new AppError("body_too_large", detail);
    }
    if (token === "[" || token === "{") open += 1;
    else if (token === "]" || token === "}") open -= 1;
    if (token === "-" || token === "?" || token === ":") row += 1;
    else if (!/^ *$/.test(token)) row = 0;
    if (Math.max(open, row) > MAX_JSON_DEPTH) {
      const detail = `The YAML is nested deeper than ${MAX_JSON_DEPTH} levels.`;
      throw new AppError("not_ml_matrix", detail);
    }
  }
}
