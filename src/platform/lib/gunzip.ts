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
