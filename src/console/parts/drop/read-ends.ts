/** The parts of a file used to detect its kind. */
export interface FileEnds {
  name: string;
  size: number;
  /** The first bytes, decompressed if the file is a gzip. */
  head: Uint8Array;
  /** The last bytes of a file that is longer than its head; the head of a shorter one. */
  tail: Uint8Array;
  /** Whether the file is a gzip, so that `head` is its content. */
  isPacked: boolean;
}

const HEAD_BYTES = 1024 * 1024;
const TAIL_BYTES = 256 * 1024;
/** Small enough that no file decompresses to more than a few megabytes before a check. */
const PACKED_STEP = 4 * 1024;

/** Reads both ends of a file, but nothing between them. */
export async function readEnds(file: File): Promise<FileEnds> {
  const { name, size } = file;
  const head = await bytesOf(file.slice(0, HEAD_BYTES));
  const tail =
    size <= HEAD_BYTES ? head : await bytesOf(file.slice(Math.max(0, size - TAIL_BYTES)));
  const isPacked = head[0] === 0x1f && head[1] === 0x8b;
  if (!isPacked) return { name, size, head, tail, isPacked };
  const unpacked = await unpackHead(head);
  return { name, size, head: unpacked, tail: unpacked, isPacked };
}

async function bytesOf(blob: Blob): Promise<Uint8Array> {
  return new Uint8Array(await blob.arrayBuffer());
}

/** Decompresses the beginning of a gzip that may be truncated or damaged. */
async function unpackHead(packed: Uint8Array): Promise<Uint8Array> {
  let at = 0;
  const source = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      pull(controller) {
        if (at >= packed.length) controller.close();
        else controller.enqueue(packed.slice(at, (at += PACKED_STEP)));
      },
    },
    { highWaterMark: 0 },
  );
  const reader = source.pipeThrough(new DecompressionStream("gzip")).getReader();
  const parts: Uint8Array[] = [];
  let length = 0;
  try {
    while (length < HEAD_BYTES) {
      const { value, done } = await reader.read();
      if (done) break;
      parts.push(value);
      length += value.length;
    }
  } catch {
    // It is truncated or damaged. The data before that counts.
  }
  await reader.cancel().catch(() => undefined);
  return joined(parts, Math.min(length, HEAD_BYTES));
}

function joined(parts: readonly Uint8Array[], length: number): Uint8Array {
  const all = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    all.set(part.subarray(0, length - at), at);
    at = Math.min(at + part.length, length);
  }
  return all;
}
