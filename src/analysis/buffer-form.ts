import type { MiddlewareHandler } from "hono";
import { boundaryOf, type PartHeader } from "../http/multipart-headers.ts";
import { bufferBody } from "../http/read-body.ts";
import { type FormPart, type PartLimit, readMultipart } from "../http/read-multipart.ts";
import type { AppEnv } from "../http/router.ts";
import type { Settings } from "../env.ts";
import type { DocumentFile } from "../documents/document.ts";
import { AppError } from "../lib/errors.ts";
import { formatBytes, readLargeChunks } from "../lib/streams.ts";

/** Room for the text field in UTF-8 and for the form's own lines beside the largest file. */
const FORM_OVERHEAD_BYTES = 8 * 1024 * 1024;
/** A character takes at most three bytes of UTF-8 for each of its code units. */
const BYTES_PER_CHAR = 3;
/** Each byte of a URL-encoded text may be three. */
const ENCODED_BYTES_PER_CHAR = 9;
/** For provider, domain, version and name, whose own limits are far below. */
const MAX_FIELD_BYTES = 64 * 1024;
const FIELDS = new Set(["provider", "domain", "version", "name"]);

const textTooLong = () =>
  new AppError("text_too_long", "The text is longer than the limit; split it.");

/** Reads the form of an analysis; a body that is no form holds neither text nor file. */
export const bufferForm: MiddlewareHandler<AppEnv> = async (c, next) => {
  const { settings } = c.var.context;
  const type = c.req.header("Content-Type") ?? "";
  if (/^multipart\/form-data\b/i.test(type)) {
    const parts = await readParts(c.req.raw, boundaryOf(type), settings);
    c.set("upload", uploadOf(parts));
    c.req.bodyCache.formData = fieldsOf(parts);
  } else if (/^application\/x-www-form-urlencoded\b/i.test(type)) {
    const limit = settings.MAX_TEXT_CHARS * ENCODED_BYTES_PER_CHAR + MAX_FIELD_BYTES;
    await bufferBody(c, limit, textTooLong);
  } else {
    throw new AppError("input_required", "Provide either 'text' or 'file', as multipart/form-data");
  }
  await next();
};

async function readParts(
  { body, headers }: Request,
  boundary: string | null,
  settings: Settings,
): Promise<FormPart[]> {
  if (boundary === null || body === null) {
    throw new AppError("validation_error", "The form has no boundary; send multipart/form-data.");
  }
  const declared = Number(headers.get("Content-Length") ?? Number.NaN);
  return await readMultipart(readLargeChunks(body), {
    boundary,
    maxBytes: settings.MAX_UPLOAD_BYTES + FORM_OVERHEAD_BYTES,
    declaredBytes: Number.isSafeInteger(declared) ? declared : null,
    limitOf: (header) => limitOf(header, settings),
  });
}

function limitOf({ name, filename }: PartHeader, settings: Settings): PartLimit | null {
  if (isUpload({ name, filename })) {
    const maxBytes = settings.MAX_UPLOAD_BYTES;
    const detail = `The file is larger than ${formatBytes(maxBytes)}.`;
    return { maxBytes, tooLarge: () => new AppError("file_too_large", detail) };
  }
  if (name === "text") {
    return { maxBytes: settings.MAX_TEXT_CHARS * BYTES_PER_CHAR, tooLarge: textTooLong };
  }
  if (!FIELDS.has(name) && name !== "file") return null;
  const detail = `The field '${name}' is larger than ${formatBytes(MAX_FIELD_BYTES)}.`;
  return { maxBytes: MAX_FIELD_BYTES, tooLarge: () => new AppError("body_too_large", detail) };
}

/** The one file of the form; null where there is none. */
function uploadOf(parts: readonly FormPart[]): DocumentFile | null {
  const [file, ...others] = parts.filter(isUpload);
  if (others.length > 0) throw new AppError("validation_error", "'file' must be sent once.");
  return file === undefined ? null : { filename: file.filename ?? "", bytes: file.bytes };
}

const isUpload = ({ name, filename }: PartHeader) => name === "file" && filename !== null;

/** All else, for the validators. */
function fieldsOf(parts: readonly FormPart[]): FormData {
  const form = new FormData();
  const decoder = new TextDecoder("utf-8", { fatal: false, ignoreBOM: true });
  for (const part of parts.filter((one) => !isUpload(one))) {
    // The validators refuse a file where a text belongs, whatever is in it.
    if (part.filename === null) form.append(part.name, decoder.decode(part.bytes));
    else form.append(part.name, new File([], part.filename));
  }
  return form;
}
