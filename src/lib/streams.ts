import { AppError, type ErrorCode } from "./errors.ts";

const MIB = 1024 * 1024;

/** Renders a byte limit for a sentence: whole MiB where it is one, else bytes. */
export function formatBytes(bytes: number): string {
  return bytes >= MIB && bytes % MIB === 0 ? `${bytes / MIB} MiB` : `${bytes} bytes`;
}

/**
 * Passes bytes through until more than `limit` of them came, then fails with `code`.
 * Counts what is really read: a missing or false Content-Length changes nothing.
 */
export function limitStream(
  stream: ReadableStream<Uint8Array>,
  limit: number,
  code: ErrorCode,
  what: string,
): ReadableStream<Uint8Array> {
  let seen = 0;
  return stream.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        seen += chunk.byteLength;
        if (seen > limit) {
          throw new AppError(code, `${what} is larger than the limit of ${formatBytes(limit)}.`);
        }
        controller.enqueue(chunk);
      },
    }),
  );
}

/** What `readUpTo` got: all of the stream, or its first bytes and the fact that there was more. */
export interface ReadBytes {
  bytes: Uint8Array<ArrayBuffer>;
  complete: boolean;
}

/** Reads a stream into memory, at most about `limit` bytes; never waits for what lies beyond. */
export async function readUpTo(
  stream: ReadableStream<Uint8Array> | null,
  limit: number,
): Promise<ReadBytes> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  let complete = true;
  if (stream !== null) {
    const reader = stream.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      chunks.push(value);
      size += value.byteLength;
      if (size > limit) {
        complete = false;
        await reader.cancel().catch(() => undefined);
        break;
      }
    }
  }
  const bytes = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return { bytes, complete };
}
