import { AppError, type ErrorCode } from "./errors.ts";
import { gunzip } from "./gunzip.ts";
import { limitChunks } from "./streams.ts";

/** How a body comes, and what of it is taken, in bytes. */
export interface PackedBody {
  /** Whether `Content-Encoding` says gzip. */
  gzip: boolean;
  maxBytes: number;
  maxUnpackedBytes: number;
  /** What the body holds, as an error calls it. */
  what: string;
  /** The code of the error for a body that is not what `Content-Encoding` says. */
  unreadable: ErrorCode;
}

/**
 * The plain bytes of a request's body, counted as they come and again as they unpack.
 * @throws AppError `body_too_large`, `unreadable` while it is read
 */
export function unpackBody(
  body: AsyncIterable<Uint8Array>,
  { gzip, maxBytes, maxUnpackedBytes, what, unreadable }: PackedBody,
): AsyncIterable<Uint8Array> {
  const received = limitChunks(body, maxBytes, "body_too_large", "The request body");
  if (!gzip) return received;
  const unpacked = gunzip(received, (cause) => {
    const detail = "The body is not what its Content-Encoding says.";
    return new AppError(unreadable, detail, { cause });
  });
  return limitChunks(unpacked, maxUnpackedBytes, "body_too_large", `The unpacked ${what}`);
}
