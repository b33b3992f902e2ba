import type { Context as HonoContext, MiddlewareHandler } from "hono";
import { z } from "zod";
import { AppError } from "../lib/errors.ts";
import { jsonTooDeep, MAX_JSON_DEPTH, measureJson } from "../lib/json/measure-json.ts";
import { formatBytes, readUpTo } from "../lib/streams.ts";
import { type Pace, paceBody, pacedReader, readAtOnce } from "./pace-body.ts";
import { type AppEnv, currentActor } from "./app-env.ts";
import { toValidationError } from "./to-validation-error.ts";

/** More than enough for an empty body. */
const MAX_EMPTY_BYTES = 64 * 1024;
/**
 * A body announced to be no larger is read in one step. Each read of a stream is a trip through the event loop, and two
 * of them cost more than everything else in a small request.
 */
const AT_ONCE_BYTES = 64 * 1024;
const JSON_TYPE = "application/json";
const noFields = z.strictObject({});

/** Bodies read before their route requested them. */
const readAhead = new WeakMap<Request, Promise<Uint8Array<ArrayBuffer>>>();

/** Returns the announced length of the body, or Infinity. */
function announcedBytes({ headers }: Request): number {
  return Number(headers.get("Content-Length") ?? Infinity);
}

/**
 * Reads a small body before its route is known. The route reads the same result again, or fails with the same error.
 * Returns null for a body that is large or of unknown length.
 * @throws AppError the errors of `readAtOnce`
 */
export async function readSmallBody(
  request: Request,
  pace: Pace,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const announced = announcedBytes(request);
  if (announced > AT_ONCE_BYTES) return null;
  const reading = readAtOnce(request, announced, pace);
  readAhead.set(request, reading);
  return await reading;
}

/** Receives the bytes read so far when a body exceeds `limit`, and returns the error to send. */
export type TooLarge = (bytes: Uint8Array, limit: number) => AppError;

const bodyTooLarge: TooLarge = (_bytes, limit) =>
  new AppError("body_too_large", `The request body is larger than ${formatBytes(limit)}.`);

/**
 * Streams the body at the minimum pace that the settings require. Returns null if there is no body.
 * @throws AppError `body_too_slow`, `body_incomplete` while it is read
 */
export function streamBody<Deps>(c: HonoContext<AppEnv<Deps>>): ReadableStream<Uint8Array> | null {
  const { body } = c.req.raw;
  return body === null ? null : paceBody(body, c.get("deps").settings);
}

/**
 * Reads the whole body into memory and limits the bytes actually received. Its share of the memory for bodies is
 * released after the response.
 * @throws AppError that of `tooLarge`, and those of the pace and the memory for bodies
 */
export async function bufferBody<Deps>(
  c: HonoContext<AppEnv<Deps>>,
  limit: number,
  tooLarge: TooLarge = bodyTooLarge,
): Promise<Uint8Array<ArrayBuffer>> {
  const { body } = c.req.raw;
  const { bodies, settings } = c.get("deps");
  c.get("bodyShare")?.release();
  const share = bodies.openShare(currentActor(c.get("identity")).name);
  c.set("bodyShare", share);
  const announced = announcedBytes(c.req.raw);
  if (announced <= Math.min(limit, AT_ONCE_BYTES)) {
    share.take(announced);
    return await (readAhead.get(c.req.raw) ?? readAtOnce(c.req.raw, announced, settings));
  }
  const reader = body === null ? null : pacedReader(body, settings);
  const { bytes, complete } = await readUpTo(reader, limit, (size) => share.take(size));
  if (!complete) throw tooLarge(bytes, limit);
  return bytes;
}

/** Reads a form into memory, where the validators find it. */
export async function bufferEncodedForm<Deps>(
  c: HonoContext<AppEnv<Deps>>,
  limit: number,
  tooLarge: TooLarge,
): Promise<void> {
  const bytes = await bufferBody(c, limit, tooLarge);
  const { url, method, headers, signal } = c.req.raw;
  c.req.raw = new Request(url, { method, headers, signal, body: bytes });
}

/** Rejects data sent to a route without a body, so that nothing is ignored. An empty object is allowed. */
export const refuseBody: MiddlewareHandler<AppEnv> = async (c, next) => {
  const bytes = await bufferJson(c, MAX_EMPTY_BYTES, false);
  const parsed = noFields.safeParse(bytes.byteLength === 0 ? {} : await c.req.json());
  if (!parsed.success) throw toValidationError(parsed.error.issues);
  await next();
};

/**
 * Reads a JSON body with any content type, because curl's default is not JSON.
 * @throws AppError `body_too_large`, `invalid_json`
 */
export async function bufferJson<Deps>(
  c: HonoContext<AppEnv<Deps>>,
  limit: number,
  isRequired: boolean,
): Promise<Uint8Array> {
  const bytes = await bufferBody(c, limit);
  const isEmpty = bytes.byteLength === 0;
  if (isEmpty && isRequired) throw new AppError("invalid_json", "The request needs a JSON body.");
  const text = isEmpty ? "" : decodeJson(bytes);
  // Hono's own body readers look here first. Despite its type, the cache stores promises.
  c.req.bodyCache.text = Promise.resolve(text) as unknown as string;
  setContentType(c, isEmpty ? null : JSON_TYPE);
  if (isEmpty) return bytes;
  if (measureJson(bytes).depth > MAX_JSON_DEPTH) throw jsonTooDeep();
  return bytes;
}

/**
 * Decodes JSON bytes to text.
 * @throws AppError `invalid_json`
 */
function decodeJson(bytes: Uint8Array): string {
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(bytes);
    JSON.parse(text);
    return text;
  } catch {
    throw new AppError("invalid_json", "The request body must be valid JSON in UTF-8.");
  }
}

/** Replaces the request, because validators depend on the content type and received headers are immutable. */
function setContentType<Deps>(c: HonoContext<AppEnv<Deps>>, type: string | null): void {
  const { url, method, headers, signal } = c.req.raw;
  if (headers.get("Content-Type") === type) return;
  c.req.raw = new Request(url, { method, headers, signal });
  if (type === null) c.req.raw.headers.delete("Content-Type");
  else c.req.raw.headers.set("Content-Type", type);
}
