import { AppError, type ErrorCode } from "./errors.ts";
import { gunzip } from "./gunzip.ts";
import { limitChunks } from "./streams.ts";

/** How a body is encoded, and its limits in bytes. */
export interface PackedBody {
  /** Whether `Content-Encoding` is gzip. */
  gzip: boolean;
  maxBytes: number;
  maxUnpackedBytes: number;
  /** What the body contains, as named in errors. */
  what: string;
  /** Error code for a body that does not match its `Content-Encoding`. */
  unreadable: ErrorCode;
}

/**
 * Returns the unpacked bytes of a request body. Applies one limit to received bytes and another to unpacked ones.
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
