import type { Context as HonoContext, MiddlewareHandler } from "hono";
import { type AppEnv, currentActor, type UploadedFile } from "./app-env.ts";
import { countBytes } from "./buffer-files.ts";
import { boundaryOf, type PartHeader } from "./multipart-headers.ts";
import { bufferEncodedForm, streamBody } from "./read-body.ts";
import { type FormPart, type PartLimit, readMultipart } from "./read-multipart.ts";
import { BUFFERED_BODY_PROBLEMS, withProblems } from "./route-problems.ts";
import { toValidationError } from "./to-validation-error.ts";
import type { HttpDeps } from "./deps.ts";
import { AppError } from "../lib/errors.ts";
import { formatBytes } from "../lib/streams.ts";

/** Allowance for the text field in UTF-8 and the form's own lines in addition to the largest file. */
const FORM_OVERHEAD_BYTES = 8 * 1024 * 1024;
/** A UTF-16 code unit takes at most three bytes in UTF-8. */
const BYTES_PER_CHAR = 3;
/** A URL-encoded byte takes up to three. */
const ENCODED_BYTES_PER_CHAR = 9;
/** Limit for other fields, whose own limits are far lower. */
const MAX_FIELD_BYTES = 64 * 1024;

const textTooLong = () =>
  new AppError("text_too_long", "The text is longer than the limit; split it.");

const readForm =
  (fields: ReadonlySet<string>): MiddlewareHandler<AppEnv> =>
  async (c, next) => {
    const { settings } = c.var.deps;
    const type = c.req.header("Content-Type") ?? "";
    if (/^multipart\/form-data\b/i.test(type)) {
      const parts = await readParts(c, boundaryOf(type), fields);
      c.set("upload", uploadOf(parts));
      c.req.bodyCache.formData = fieldsOf(parts);
    } else if (/^application\/x-www-form-urlencoded\b/i.test(type)) {
      const limit = settings.MAX_TEXT_CHARS * ENCODED_BYTES_PER_CHAR + MAX_FIELD_BYTES;
      await bufferEncodedForm(c, limit, textTooLong);
    } else {
      throw new AppError(
        "input_required",
        "Provide either 'text' or 'file', as multipart/form-data",
      );
    }
    await next();
  };

async function readParts(
  c: HonoContext<AppEnv>,
  boundary: string | null,
  fields: ReadonlySet<string>,
): Promise<FormPart[]> {
  const { settings, bodies } = c.var.deps;
  const body = streamBody(c);
  if (boundary === null || body === null) {
    throw new AppError("validation_error", "The form has no boundary; send multipart/form-data.");
  }
  const share = bodies.openShare(currentActor(c.var.identity).name);
  c.set("bodyShare", share);
  const declared = Number(c.req.header("Content-Length") ?? Number.NaN);
  return await readMultipart(
    countBytes(body, (size) => share.take(size)),
    {
      boundary,
      maxBytes: settings.MAX_UPLOAD_BYTES + FORM_OVERHEAD_BYTES,
      declaredBytes: Number.isSafeInteger(declared) ? declared : null,
      limitOf: (header) => limitOf(header, settings, fields),
    },
  );
}

/** @throws AppError `validation_error` for an unknown form field */
function limitOf(
  { name, filename }: PartHeader,
  settings: HttpDeps["settings"],
  fields: ReadonlySet<string>,
): PartLimit {
  if (isUpload({ name, filename })) {
    const maxBytes = settings.MAX_UPLOAD_BYTES;
    const detail = `The file is larger than ${formatBytes(maxBytes)}.`;
    return { maxBytes, tooLarge: () => new AppError("file_too_large", detail) };
  }
  if (name === "text") {
    return { maxBytes: settings.MAX_TEXT_CHARS * BYTES_PER_CHAR, tooLarge: textTooLong };
  }
  if (!fields.has(name) && name !== "file") {
    throw toValidationError([
      { code: "unrecognized_keys", keys: [name], path: [], message: "is not known here" },
    ]);
  }
  const detail = `The field '${name}' is larger than ${formatBytes(MAX_FIELD_BYTES)}.`;
  return { maxBytes: MAX_FIELD_BYTES, tooLarge: () => new AppError("body_too_large", detail) };
}

/** Returns the one file of the form, or null. */
function uploadOf(parts: readonly FormPart[]): UploadedFile | null {
  const [file, ...others] = parts.filter(isUpload);
  if (others.length > 0) throw new AppError("validation_error", "'file' must be sent once.");
  return file === undefined ? null : { filename: file.filename ?? "", bytes: file.bytes };
}

const isUpload = ({ name, filename }: PartHeader) => name === "file" && filename !== null;

/** Returns all other fields, for the validators. */
function fieldsOf(parts: readonly FormPart[]): FormData {
  const form = new FormData();
  const decoder = new TextDecoder("utf-8", { fatal: false, ignoreBOM: true });
  for (const part of parts.filter((one) => !isUpload(one))) {
    // The validators reject a file in place of a text, whatever its content.
    if (part.filename === null) form.append(part.name, decoder.decode(part.bytes));
    else form.append(part.name, new File([], part.filename));
  }
  return form;
}

/**
 * Reads the form of a report into memory: `text` or `file`, and the named fields. A body that is not a form has
 * neither.
 */
export function bufferForm(fields: readonly string[]): MiddlewareHandler {
  return withProblems(readForm(new Set(fields)), ["input_required", ...BUFFERED_BODY_PROBLEMS]);
}
