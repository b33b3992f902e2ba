import type { Context as HonoContext } from "hono";
import { type AppEnv, currentActor, type UploadedFile } from "./app-env.ts";
import type { HttpDeps } from "./deps.ts";
import { boundaryOf, type PartHeader } from "./multipart-headers.ts";
import { bufferBody, streamBody } from "./read-body.ts";
import { type FormPart, type PartLimit, readMultipart } from "./read-multipart.ts";
import { AppError } from "../lib/errors.ts";
import { formatBytes } from "../lib/streams.ts";

/** Allowance for the form's own lines in addition to the files. */
const FORM_OVERHEAD_BYTES = 256 * 1024;

/** Form field names for files. */
const FIELDS: ReadonlySet<string> = new Set(["file", "files"]);

/**
 * Reads the files of a request into memory: those of a form, or the body as one file with the given name. Their total
 * size is limited to that of one upload.
 * @throws AppError `input_required`, `body_too_large`, `file_too_large`, `validation_error`
 */
export async function bufferFiles<Deps>(
  c: HonoContext<AppEnv<Deps>>,
  name: string,
): Promise<UploadedFile[]> {
  const type = c.req.header("Content-Type") ?? "";
  const { settings } = c.get("deps") as HttpDeps;
  if (/^multipart\/form-data\b/i.test(type)) return await readFiles(c, boundaryOf(type));
  const bytes = await bufferBody(c, settings.MAX_UPLOAD_BYTES);
  if (bytes.length === 0) throw nothingSent();
  return [{ filename: name, bytes }];
}

async function readFiles<Deps>(
  c: HonoContext<AppEnv<Deps>>,
  boundary: string | null,
): Promise<UploadedFile[]> {
  const { settings, bodies } = c.get("deps") as HttpDeps;
  const body = streamBody(c);
  if (boundary === null || body === null) {
    throw new AppError("validation_error", "The form has no boundary; send multipart/form-data.");
  }
  const share = bodies.openShare(currentActor(c.get("identity")).name);
  c.set("bodyShare", share);
  const parts = await readMultipart(
    countBytes(body, (size) => share.take(size)),
    {
      boundary,
      maxBytes: settings.MAX_UPLOAD_BYTES + FORM_OVERHEAD_BYTES,
      // Otherwise each file would reserve memory for the whole body.
      declaredBytes: null,
      limitOf: (header) => limitOf(header, settings.MAX_UPLOAD_BYTES),
    },
  );
  if (parts.length === 0) throw nothingSent();
  return parts.map(({ filename, bytes }: FormPart) => ({ filename: filename ?? "", bytes }));
}

/** Reports the size of each chunk. */
export async function* countBytes(
  body: ReadableStream<Uint8Array>,
  tell: (size: number) => void,
): AsyncGenerator<Uint8Array, void, void> {
  for await (const chunk of body) {
    tell(chunk.byteLength);
    yield chunk;
  }
}

function limitOf({ name, filename }: PartHeader, maxBytes: number): PartLimit {
  if (filename === null || !FIELDS.has(name)) {
    const detail = `'${name}' is not known here; the form takes files alone, as 'files'.`;
    throw new AppError("validation_error", detail, { errors: [{ pointer: `/${name}`, detail }] });
  }
  const detail = `The file is larger than ${formatBytes(maxBytes)}.`;
  return { maxBytes, tooLarge: () => new AppError("file_too_large", detail) };
}

function nothingSent(): AppError {
  return new AppError("input_required", "The body is empty; send what is to be imported.");
}
