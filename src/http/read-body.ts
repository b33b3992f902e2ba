import type { Context as HonoContext } from "hono";
import { AppError } from "../lib/errors.ts";
import { formatBytes, readUpTo } from "../lib/streams.ts";

const MAX_JSON_DEPTH = 64;

/** Called with the bytes read so far when there were more than `limit`; answers the error to send. */
export type TooLarge = (bytes: Uint8Array, limit: number) => AppError;

const bodyTooLarge: TooLarge = (_bytes, limit) =>
  new AppError("body_too_large", `The request body is larger than ${formatBytes(limit)}.`);

/**
 * Reads the whole body into memory, counted on the bytes that really come, and puts it back into
 * the request for the validators.
 * @throws AppError the one of `tooLarge`
 */
export async function bufferBody(
  c: HonoContext,
  limit: number,
  tooLarge: TooLarge = bodyTooLarge,
): Promise<Uint8Array> {
  const { raw } = c.req;
  const { bytes, complete } = await readUpTo(raw.body, limit);
  if (!complete) throw tooLarge(bytes, limit);
  const { method, headers, signal } = raw;
  c.req.raw = new Request(raw.url, {
    method,
    headers,
    signal,
    body: bytes.byteLength === 0 ? null : bytes,
  });
  return bytes;
}

/**
 * Reads a JSON body. Any content type will do (curl's default included); what counts is the body.
 * @throws AppError `body_too_large`, `invalid_json`
 */
export async function bufferJson(
  c: HonoContext,
  limit: number,
  isRequired: boolean,
): Promise<void> {
  const bytes = await bufferBody(c, limit);
  if (bytes.byteLength === 0) {
    if (!isRequired) return;
    throw new AppError("invalid_json", "The request needs a JSON body.");
  }
  try {
    JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(bytes));
  } catch {
    throw new AppError("invalid_json", "The request body must be valid JSON in UTF-8.");
  }
  if (jsonDepth(bytes) > MAX_JSON_DEPTH) {
    throw new AppError("invalid_json", `The JSON is nested deeper than ${MAX_JSON_DEPTH} levels.`);
  }
  c.req.raw.headers.set("Content-Type", "application/json");
}

/** Greatest nesting of arrays and objects in valid JSON. */
function jsonDepth(bytes: Uint8Array): number {
  let depth = 0;
  let deepest = 0;
  let inString = false;
  for (let i = 0; i < bytes.length; i += 1) {
    const byte = bytes[i];
    if (inString) {
      if (byte === 0x5c) i += 1;
      else if (byte === 0x22) inString = false;
    } else if (byte === 0x22) inString = true;
    else if (byte === 0x7b || byte === 0x5b) deepest = Math.max(deepest, ++depth);
    else if (byte === 0x7d || byte === 0x5d) depth -= 1;
  }
  return deepest;
}
