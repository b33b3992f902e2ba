import type { MiddlewareHandler } from "hono";
import { bufferBody, type TooLarge } from "../http/read-body.ts";
import { BUFFERED_BODY_PROBLEMS, withProblems } from "../http/route-problems.ts";
import type { AppEnv } from "../http/router.ts";
import { AppError } from "../lib/errors.ts";
import { formatBytes } from "../lib/streams.ts";

/** Room for the text field in UTF-8 and for the form's own lines beside the largest file. */
const FORM_OVERHEAD_BYTES = 8 * 1024 * 1024;
/** How far into a form its field names are looked for. */
const LOOK_BYTES = 64 * 1024;

/** Tells which field made the form too large, as far as its first lines show. */
const formTooLarge: TooLarge = (bytes, limit) => {
  const head = new TextDecoder("latin1").decode(bytes.subarray(0, LOOK_BYTES));
  const size = formatBytes(limit - FORM_OVERHEAD_BYTES);
  if (/name="?file"?/.test(head)) {
    return new AppError("file_too_large", `The file is larger than ${size}.`);
  }
  if (/name="?text"?/.test(head)) {
    return new AppError("text_too_long", "The text is longer than the limit; split it.");
  }
  return new AppError("body_too_large", `The request body is larger than ${formatBytes(limit)}.`);
};

const readForm: MiddlewareHandler<AppEnv> = async (c, next) => {
  const limit = c.var.context.settings.MAX_UPLOAD_BYTES + FORM_OVERHEAD_BYTES;
  await bufferBody(c, limit, formTooLarge);
  const type = c.req.header("Content-Type") ?? "";
  if (!/^(multipart\/form-data|application\/x-www-form-urlencoded)\b/i.test(type)) {
    throw new AppError("input_required", "Provide either 'text' or 'file', as multipart/form-data");
  }
  await next();
};

/** Reads the form of an analysis into memory; a body that is no form holds neither text nor file. */
export const bufferForm = withProblems(readForm, ["input_required", ...BUFFERED_BODY_PROBLEMS]);
