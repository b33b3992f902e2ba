import { Deadline } from "../lib/deadline.ts";
import { AppError } from "../lib/errors.ts";
import { type ChunkReader, openChunkReader } from "../lib/streams.ts";
import { yieldToOthers } from "../lib/yield-to-others.ts";

/** Bytes after which other requests get a turn. Otherwise a body that arrives quickly would be read without a pause. */
const PAUSE_BYTES = 512 * 1024;

/** Settings for the minimum speed of a body. */
export interface Pace {
  MIN_BODY_BYTES_PER_SECOND: number;
  BODY_GRACE_MS: number;
}

/**
 * Reads a body while the sender keeps the minimum pace. The sender may delay up to the grace period, and received bytes
 * restore it at that pace, up to its full length. Bytes sent earlier therefore do not allow a long silence. Only time
 * spent waiting for the sender counts, not processing. A body that is too slow is canceled.
 * @throws AppError `body_too_slow`, `body_incomplete` while it is read
 */
export function pacedReader(body: ReadableStream<Uint8Array>, pace: Pace): ChunkReader {
  const reader = openChunkReader(body);
  let leftMs = pace.BODY_GRACE_MS;
  let unpaused = 0;
  const read = async () => {
    if (unpaused >= PAUSE_BYTES) {
      unpaused = 0;
      await yieldToOthers();
    }
    const started = Date.now();
    const next = await readWithin(reader, leftMs, pace);
    const size = next.value?.byteLength ?? 0;
    unpaused += size;
    const earnedMs = (size / pace.MIN_BODY_BYTES_PER_SECOND) * 1000;
    leftMs = Math.min(pace.BODY_GRACE_MS, leftMs - (Date.now() - started) + earnedMs);
    return next;
  };
  return { read, cancel: async (reason) => await reader.cancel(reason) };
}

/** Paces a body like `pacedReader`, as a stream. */
export function paceBody(body: ReadableStream<Uint8Array>, pace: Pace): ReadableStream<Uint8Array> {
  const reader = pacedReader(body, pace);
  const stream: UnderlyingSource<Uint8Array> = {
    async pull(controller) {
      const { done, value } = await reader.read();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: async (reason) => await reader.cancel(reason),
  };
  return new ReadableStream(stream, { highWaterMark: 0 });
}

/**
 * Reads a small body of known length, within the time that the grace period and the minimum pace allow.
 * @throws AppError `body_too_slow`, `body_incomplete`
 */
export async function readAtOnce(
  request: Request,
  bytes: number,
  pace: Pace,
): Promise<Uint8Array<ArrayBuffer>> {
  const ms = pace.BODY_GRACE_MS + (bytes / pace.MIN_BODY_BYTES_PER_SECOND) * 1000;
  return new Uint8Array(await within(request.arrayBuffer(), ms, pace));
}

async function readWithin(
  reader: ChunkReader,
  ms: number,
  pace: Pace,
): Promise<ReadableStreamReadResult<Uint8Array>> {
  try {
    return await within(reader.read(), ms, pace);
  } catch (error) {
    // Nobody waits for the rest.
    void reader.cancel(error).catch(() => undefined);
    throw error;
  }
}

/** Returns the result of a read, if it ends within `ms` milliseconds. */
async function within<T>(reading: Promise<T>, ms: number, pace: Pace): Promise<T> {
  const read = reading.catch((cause: unknown) => {
    const detail = "The request body ended before it was complete; send it again.";
    throw new AppError("body_incomplete", detail, { cause });
  });
  if (pace.MIN_BODY_BYTES_PER_SECOND === 0) return await read;
  const deadline = new Deadline(Math.max(0, ms), () => tooSlow(pace));
  try {
    return await deadline.race(read);
  } finally {
    deadline.end();
  }
}

function tooSlow(pace: Pace): AppError {
  return new AppError(
    "body_too_slow",
    `The request body arrived at less than ${pace.MIN_BODY_BYTES_PER_SECOND} bytes a second; send it again over a faster connection.`,
  );
}
