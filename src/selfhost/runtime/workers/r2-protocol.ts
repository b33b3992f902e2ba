/**
 * The protocol of workerd's R2 binding: JSON in a header, or before the bytes with its length in another header. Only
 * the requests that the Worker sends are supported (https://github.com/cloudflare/workerd,
 * src/workerd/api/r2-api.capnp).
 */
import type { StoredObject } from "../stored-objects.ts";

const REQUEST_HEADER = "cf-r2-request";
const SIZE_HEADER = "cf-r2-metadata-size";
const ERROR_HEADER = "cf-r2-error";

const FAULTS = {
  no_such_key: [404, 10007, "The specified key does not exist."],
  bad_digest: [400, 10037, "The checksum does not match the bytes."],
  precondition_failed: [412, 10031, "A precondition failed."],
  invalid_range: [416, 10039, "The requested range is not satisfiable."],
  not_supported: [501, 10001, "The self-hosted object storage does not support this request."],
} as const;

/** An error that the caller gets, with a code of R2. */
export class R2Fault extends Error {
  readonly kind: keyof typeof FAULTS;

  constructor(kind: keyof typeof FAULTS) {
    super(FAULTS[kind][2]);
    this.kind = kind;
  }
}

/** Fields that a list contains only on request, by their numbers in R2. */
const LISTED_FIELDS = ["httpFields", "customFields"] as const;
type ListedField = (typeof LISTED_FIELDS)[number];

/** A supported request. The sender is workerd, so nothing else is checked. */
export type R2Request =
  | { method: "head"; object: string }
  | { method: "get"; object: string; range: { offset?: number; length?: number } | null }
  | {
      method: "put";
      object: string;
      value: ReadableStream<Uint8Array>;
      /** In bytes. */
      size: number;
      httpFields: object;
      customFields: Record<string, string>;
      /** The expected hash in hex; null to skip the check. */
      sha256: string | null;
      /** Replaces the object only if its ETag is one of these. */
      etagMatches: readonly string[] | null;
    }
  | {
      method: "list";
      prefix: string;
      cursor: string | null;
      limit: number | null;
      include: readonly ListedField[];
    }
  | { method: "delete"; objects: readonly string[] };

interface Sent {
  method: string;
  object?: string;
  objects?: string[];
  range?: { offset?: number | string; length?: number | string; suffix?: unknown };
  onlyIf?: { etagMatches?: { type: string; value?: string }[] } & Record<string, unknown>;
  httpFields?: object;
  customFields?: { k: string; v: string }[];
  prefix?: string;
  cursor?: string;
  limit?: number;
  include?: (0 | 1)[];
  delimiter?: string;
  startAfter?: string;
  rangeHeader?: string;
  sha256?: string;
}

/** @throws R2Fault `not_supported` */
export async function readRequest(request: Request): Promise<R2Request> {
  const header = request.headers.get(REQUEST_HEADER);
  if (header !== null) return toRequest(JSON.parse(header) as Sent, null);
  if (request.body === null) throw new R2Fault("not_supported");
  const length = Number(request.headers.get(SIZE_HEADER));
  const reader = request.body.getReader({ mode: "byob" });
  const { value } = await reader.readAtLeast(length, new Uint8Array(length));
  reader.releaseLock();
  const size = Number(request.headers.get("Content-Length")) - length;
  return toRequest(JSON.parse(new TextDecoder().decode(value)) as Sent, {
    value: request.body,
    size,
  });
}

function toRequest(
  sent: Sent,
  body: { value: ReadableStream<Uint8Array>; size: number } | null,
): R2Request {
  const { method, object = "", objects = [object], onlyIf } = sent;
  if (method === "head") return { method, object };
  if (method === "get" && onlyIf === undefined && sent.rangeHeader === undefined) {
    return { method, object, range: sent.range === undefined ? null : toRange(sent.range) };
  }
  if (method === "list" && sent.delimiter === undefined && sent.startAfter === undefined) {
    const { prefix = "", cursor = null, limit = null } = sent;
    const include = (sent.include ?? []).map((field) => LISTED_FIELDS[field]);
    return { method, prefix, cursor, limit, include };
  }
  if (method === "delete") return { method, objects };
  if (method === "put" && body !== null) {
    const { httpFields = {}, customFields = [], sha256 = null } = sent;
    const fields = Object.fromEntries(customFields.map(({ k, v }) => [k, v]));
    const etagMatches = onlyIf === undefined ? null : etagsOf(onlyIf);
    return { method, object, ...body, httpFields, customFields: fields, sha256, etagMatches };
  }
  throw new R2Fault("not_supported");
}

function toRange({ offset, length, suffix }: NonNullable<Sent["range"]>) {
  if (suffix !== undefined) throw new R2Fault("not_supported");
  return {
    ...(offset !== undefined && { offset: Number(offset) }),
    ...(length !== undefined && { length: Number(length) }),
  };
}

function etagsOf({ etagMatches, ...others }: NonNullable<Sent["onlyIf"]>): string[] {
  const isOther = Object.values(others).some((value) => value !== undefined && value !== false);
  const etags = etagMatches?.map(({ type, value }) => (type === "strong" ? value : undefined));
  if (isOther || etags === undefined || etags.includes(undefined))
    throw new R2Fault("not_supported");
  return etags.filter((etag) => etag !== undefined);
}

/**
 * Returns the metadata of an object.
 * @param range that a read would return; undefined after a write
 */
export function answerObject(
  row: StoredObject,
  range?: { offset: number; length: number },
): Response {
  const head = encode({ ...describe(row), range });
  return new Response(head, { headers: headersOf(head) });
}

/** Returns the metadata of an object, and its bytes or a part of them. */
export function answerContent(
  row: StoredObject,
  body: ReadableStream<Uint8Array>,
  range: { offset: number; length: number },
): Response {
  const head = encode({ ...describe(row), range });
  const { readable, writable } = new FixedLengthStream(head.length + range.length);
  const send = async () => {
    const writer = writable.getWriter();
    await writer.write(head);
    writer.releaseLock();
    await body.pipeTo(writable);
  };
  // The reader gets the error from the stream.
  send().catch(() => undefined);
  return new Response(readable, { headers: headersOf(head) });
}

/** @param last the cursor of the next page; undefined on the last one */
export function answerObjects(
  rows: readonly StoredObject[],
  last: string | undefined,
  include: readonly ListedField[],
): Response {
  const shows = (field: ListedField) => include.includes(field);
  const objects = rows.map((row) => {
    const { httpFields, customFields, ...object } = describe(row);
    return {
      ...object,
      httpFields: shows("httpFields") ? httpFields : {},
      customFields: shows("customFields") ? customFields : [],
    };
  });
  const page = { objects, truncated: last !== undefined, cursor: last, delimitedPrefixes: [] };
  const head = encode(page);
  return new Response(head, { headers: headersOf(head) });
}

/** Logs unexpected errors without their messages, which may contain stored data. */
export function answerError(error: unknown): Response {
  const isFault = error instanceof R2Fault;
  if (!isFault) {
    const name = error instanceof Error ? error.name : "Error";
    console.error(JSON.stringify({ level: "error", event: "storage.failed", name }));
  }
  const [status, v4code, message] = isFault
    ? FAULTS[error.kind]
    : [500, 10001, "The object storage failed."];
  return new Response(null, {
    status,
    headers: { [ERROR_HEADER]: JSON.stringify({ version: 1, v4code, message }) },
  });
}

function describe(row: StoredObject) {
  const custom = JSON.parse(row.custom_metadata) as Record<string, string>;
  const { sha256 } = JSON.parse(row.checksums) as { sha256?: string };
  return {
    name: row.key,
    version: row.version,
    size: row.size,
    etag: row.etag,
    uploaded: row.uploaded,
    httpFields: JSON.parse(row.http_metadata) as object,
    customFields: Object.entries(custom).map(([k, v]) => ({ k, v })),
    // 2 is the number of SHA-256 in R2.
    checksums: { 2: sha256 },
  };
}

const headersOf = (head: Uint8Array) => ({
  [SIZE_HEADER]: String(head.length),
  "Content-Type": "application/json",
});

function encode(value: object): Uint8Array<ArrayBuffer> {
  return new Uint8Array(new TextEncoder().encode(JSON.stringify(value)));
}
