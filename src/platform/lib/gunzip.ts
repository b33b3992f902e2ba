// Node's module, because the platform's stream unpacks everything into memory.
import { pipeline, Readable } from "node:stream";
import { createGunzip } from "node:zlib";

/** Size of unpacked chunks. */
const CHUNK_BYTES = 256 * 1024;

/**
 * Unpacks gzip at the reader's pace. The platform's `DecompressionStream` unpacks all its input into memory and returns
 * it in pieces of 4 KB. Errors of the packed source are rethrown unchanged.
 * @param toError creates the error for invalid gzip from its cause
 */
export async function* gunzip(
  packed: AsyncIterable<Uint8Array>,
  toError: (cause: Error) => Error = (cause) => cause,
): AsyncGenerator<Uint8Array, void, void> {
  const unpacked = createGunzip({ chunkSize: CHUNK_BYTES });
  // Destroys `unpacked` if the source fails, and the source if the reader stops.
  pipeline(Readable.from(ownChunks(packed), { highWaterMark: 1 }), unpacked, () => undefined);
  try {
    for await (const chunk of unpacked) yield chunk;
  } catch (error) {
    throw isZlibError(error) ? toError(error) : error;
  }
}

/** Copies each chunk: Node requests the next chunk before it has used the last one, which the source may overwrite. */
async function* ownChunks(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) yield chunk.slice();
}

function isZlibError(error: unknown): error is Error {
  return error instanceof Error && "code" in error && /^Z_[A-Z]+_ERROR$/.test(String(error.code));
}

/** Packed bytes per step. Output of the step that fails is lost. */
const STEP_BYTES = 2 * 1024;

/**
 * Unpacks gzip that is in memory. Everything before the step with a fault is yielded before the error is thrown, while
 * `gunzip` loses what it read ahead.
 */
export async function* gunzipInSteps(
  packed: Uint8Array,
  toError: (cause: Error) => Error,
): AsyncGenerator<Uint8Array, void, void> {
  const unpacker = createGunzip({ chunkSize: CHUNK_BYTES });
  let held: Uint8Array[] = [];
  const state: { fault: Error | null; isOver: boolean } = { fault: null, isOver: false };
  unpacker.on("data", (chunk: Uint8Array) => held.push(chunk));
  unpacker.on("error", (error: Error) => (state.fault ??= error));
  // The unpacker accepts nothing after the end of the gzip, so a pending write would never finish.
  const over = new Promise<void>((resolve) => {
    for (const event of ["end", "error", "close"]) {
      unpacker.once(event, () => {
        state.isOver = true;
        resolve();
      });
    }
  });
  try {
    for (let at = 0; at < packed.length && !state.isOver; at += STEP_BYTES) {
      const step = packed.subarray(at, at + STEP_BYTES);
      const taken = new Promise<void>((resolve) => unpacker.write(step, () => resolve()));
      await Promise.race([taken, over]);
      yield* held.splice(0);
    }
    if (!state.isOver) {
      unpacker.end();
      await over;
    }
    yield* held.splice(0);
    if (state.fault !== null) throw toError(state.fault);
  } finally {
    held = [];
    unpacker.destroy();
  }
}
