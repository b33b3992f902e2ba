import { AppError, type ErrorCode } from "./errors.ts";

const MIB = 1024 * 1024;

/** Formats a byte limit for a sentence: as whole MiB if possible, otherwise in bytes. */
export function formatBytes(bytes: number): string {
  return bytes >= MIB && bytes % MIB === 0 ? `${bytes / MIB} MiB` : `${bytes} bytes`;
}

/**
 * Passes through up to `limit` bytes, then fails with `code`.
 * Counts the bytes actually read, so a missing or wrong Content-Length does not matter.
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

/** Limits an async iterable of chunks like `limitStream`. */
export async function* limitChunks(
  chunks: AsyncIterable<Uint8Array>,
  limit: number,
  code: ErrorCode,
  what: string,
): AsyncGenerator<Uint8Array, void, void> {
  let seen = 0;
  for await (const chunk of chunks) {
    seen += chunk.byteLength;
    if (seen > limit) {
      throw new AppError(code, `${what} is larger than the limit of ${formatBytes(limit)}.`);
    }
    yield chunk;
  }
}

/** Returns a copy of all chunks in one array. */
export function concatBytes(chunks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.length;
  }
  return bytes;
}

/** Returns a stream that pulls chunks from an iterable as they are read. */
export function streamOf(chunks: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const iterator = chunks[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = await iterator.next();
      if (next.done === true) controller.close();
      // The reader may retain a chunk that the source overwrites.
      else controller.enqueue(next.value.slice());
    },
    async cancel() {
      await iterator.return?.();
    },
  });
}

/**
 * Merges small chunks into chunks of at least `size` bytes, except the last, because each chunk has a fixed cost. A
 * chunk is valid only until the next one is requested.
 */
export async function* gatherChunks(
  chunks: AsyncIterable<Uint8Array>,
  size: number,
): AsyncGenerator<Uint8Array, void, void> {
  let buffer: Uint8Array | null = null;
  let filled = 0;
  for await (const chunk of chunks) {
    if (filled === 0 && chunk.length >= size) {
      yield chunk;
      continue;
    }
    buffer ??= new Uint8Array(size);
    for (let from = 0; from < chunk.length;) {
      const taken = chunk.subarray(from, from + size - filled);
      buffer.set(taken, filled);
      filled += taken.length;
      from += taken.length;
      if (filled < size) continue;
      filled = 0;
      yield buffer;
    }
  }
  if (buffer !== null && filled > 0) yield buffer.subarray(0, filled);
}

const CHUNK_BYTES = 512 * 1024;

/**
 * Reads a stream in chunks of half a MiB if it fills them. Object storage otherwise returns pieces of 4 KB, and waiting
 * 9,000 times costs more than parsing. A chunk is valid only until the next one is requested.
 */
export async function* readLargeChunks(
  stream: ReadableStream<Uint8Array>,
): AsyncGenerator<Uint8Array, void, void> {
  const reader = openByteReader(stream);
  if (reader === null) {
    yield* stream;
    return;
  }
  try {
    let buffer = new Uint8Array(CHUNK_BYTES);
    for (;;) {
      const { value, done } = await reader.readAtLeast(CHUNK_BYTES, buffer);
      if (value !== undefined && value.byteLength > 0) yield value;
      if (done || value === undefined) return;
      buffer = new Uint8Array(value.buffer);
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** What workerd's byte stream readers add to the standard. */
interface LargeReader {
  readAtLeast(
    bytes: number,
    buffer: Uint8Array,
  ): Promise<{ value?: Uint8Array<ArrayBuffer>; done: boolean }>;
  cancel(reason?: unknown): Promise<void>;
}

/** Opens a reader that fills our own buffers. Returns null if the stream or the runtime does not support it. */
function openByteReader(stream: ReadableStream<Uint8Array>): LargeReader | null {
  try {
    const reader = stream.getReader({ mode: "byob" });
    if ("readAtLeast" in reader) return reader as LargeReader;
    (reader as ReadableStreamBYOBReader).releaseLock();
  } catch {
    // Not a byte stream: it is read in the chunks it provides.
  }
  return null;
}

/** Reads a stream chunk by chunk. */
export type ChunkReader = Pick<ReadableStreamDefaultReader<Uint8Array>, "read" | "cancel">;

const READ_BYTES = 64 * 1024;

/**
 * Opens a reader that returns whatever has arrived, up to 64 KiB. workerd's default reader returns at most 4 KB, so a
 * large body takes thousands of reads, each with a trip through the event loop.
 */
export function openChunkReader(stream: ReadableStream<Uint8Array>): ChunkReader {
  const reader = openByteReader(stream);
  if (reader === null) return stream.getReader();
  return {
    read: async () => {
      const { value, done } = await reader.readAtLeast(1, new Uint8Array(READ_BYTES));
      if (value === undefined || (done && value.byteLength === 0)) {
        return { done: true, value: undefined };
      }
      // The caller may retain the chunk. Without the copy, a slow sender would fill memory with mostly empty buffers.
      return { done: false, value: value.byteLength < READ_BYTES / 2 ? value.slice() : value };
    },
    cancel: async (reason) => await reader.cancel(reason),
  };
}

/** Result of `readUpTo`: the whole stream, or its first bytes if `complete` is false. */
export interface ReadBytes {
  bytes: Uint8Array<ArrayBuffer>;
  complete: boolean;
}

/**
 * Reads up to about `limit` bytes of a stream into memory. Never waits for bytes beyond.
 * @param onBytes receives the size of each chunk; an error that it throws ends the read
 */
export async function readUpTo(
  reader: ChunkReader | null,
  limit: number,
  onBytes: (size: number) => void = () => undefined,
): Promise<ReadBytes> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  let complete = true;
  if (reader !== null) {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      try {
        onBytes(value.byteLength);
      } catch (error) {
        await reader.cancel(error).catch(() => undefined);
        throw error;
      }
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
