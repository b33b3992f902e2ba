// Node's module and not the platform's stream, which would take all that it unpacks into memory.
import { pipeline, Readable } from "node:stream";
import { createGunzip } from "node:zlib";

/** What is unpacked at a stretch. */
const CHUNK_BYTES = 256 * 1024;

/**
 * Unpacks gzip, as fast as its reader takes the chunks: the platform's own `DecompressionStream`
 * unpacks whatever it is given into memory, and hands it out in pieces of 4 KB. What the packed
 * bytes fail with is thrown as it is.
 * @param toError makes the error for what is no gzip, of the one that says why
 */
export async function* gunzip(
  packed: AsyncIterable<Uint8Array>,
  toError: (cause: Error) => Error = (cause) => cause,
): AsyncGenerator<Uint8Array, void, void> {
  const unpacked = createGunzip({ chunkSize: CHUNK_BYTES });
  // It destroys `unpacked` with what the source fails with, and the source when nobody reads on.
  pipeline(Readable.from(ownChunks(packed), { highWaterMark: 1 }), unpacked, () => undefined);
  try {
    for await (const chunk of unpacked) yield chunk;
  } catch (error) {
    throw isZlibError(error) ? toError(error) : error;
  }
}

/** Node asks for the next chunk before it has used one, and the source may write over it then. */
async function* ownChunks(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) yield chunk.slice();
}

function isZlibError(error: unknown): error is Error {
  return error instanceof Error && "code" in error && /^Z_[A-Z]+_ERROR$/.test(String(error.code));
}

/** Packed bytes that are unpacked at once: what comes out of the step that fails is lost. */
const STEP_BYTES = 2 * 1024;

/**
 * The same of gzip that is in memory. All that came out before the step with a fault is yielded before
 * the fault is thrown; the above loses what was read ahead.
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
  // Behind the end of the gzip nothing is taken, and who waits for a write to be would wait forever.
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
