import type { Context as HonoContext } from "hono";
import { AppError } from "../lib/errors.ts";
import { formatBytes } from "../lib/streams.ts";
import { type AppEnv, currentActor } from "./app-env.ts";
import { boundaryOf } from "./multipart-headers.ts";
import { streamBody } from "./read-body.ts";
import { readMultipart } from "./read-multipart.ts";
import { toValidationError } from "./to-validation-error.ts";

/** Allowance for the form's own lines. */
const OVERHEAD_BYTES = 64 * 1024;

/** Returns whether a request is a multipart form. */
export function isMultipart(c: HonoContext): boolean {
  return /^multipart\/form-data\b/i.test(c.req.header("Content-Type") ?? "");
}

/**
 * Reads the parts of a form by name, each at most once and limited in bytes. They are in memory until the response is
 * sent.
 * @throws AppError `validation_error`, `body_too_large`, and those of the pace and the memory for bodies
 */
export async function readParts<Deps>(
  c: HonoContext<AppEnv<Deps>>,
  limits: ReadonlyMap<string, number>,
): Promise<ReadonlyMap<string, Uint8Array<ArrayBuffer>>> {
  const boundary = boundaryOf(c.req.header("Content-Type") ?? "");
  const body = streamBody(c);
  if (boundary === null || body === null) {
    throw new AppError("validation_error", "The form has no boundary; send multipart/form-data.");
  }
  const share = c.get("deps").bodies.openShare(currentActor(c.get("identity")).name);
  c.set("bodyShare", share);
  const declared = Number(c.req.header("Content-Length") ?? Number.NaN);
  const parts = await readMultipart(
    countBytes(body, (size) => share.take(size)),
    {
      boundary,
      maxBytes: [...limits.values()].reduce((sum, limit) => sum + limit, OVERHEAD_BYTES),
      declaredBytes: Number.isSafeInteger(declared) ? declared : null,
      limitOf: ({ name }) => {
        const maxBytes = limits.get(name);
        if (maxBytes === undefined) {
          throw toValidationError([
            { code: "unrecognized_keys", keys: [name], path: [], message: "is not known here" },
          ]);
        }
        const detail = `The field '${name}' is larger than ${formatBytes(maxBytes)}.`;
        return { maxBytes, tooLarge: () => new AppError("body_too_large", detail) };
      },
    },
  );
  const byName = new Map(parts.map(({ name, bytes }) => [name, bytes]));
  if (byName.size < parts.length) {
    throw new AppError("validation_error", "Each field must be sent once.");
  }
  return byName;
}

/** Reports the size of each chunk. */
async function* countBytes(
  body: ReadableStream<Uint8Array>,
  tell: (size: number) => void,
): AsyncGenerator<Uint8Array, void, void> {
  for await (const chunk of body) {
    tell(chunk.byteLength);
    yield chunk;
  }
}
