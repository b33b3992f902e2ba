import { Inflate } from "fflate";

/** One file in a ZIP archive as the central directory describes it. Its sizes are not verified. */
export interface ZipEntry {
  name: string;
  method: number;
  encrypted: boolean;
  /** Whether it is a symbolic link, as in Unix archives. */
  isLink: boolean;
  packedSize: number;
  declaredSize: number;
  headerOffset: number;
}

/** How many bytes may still be inflated from one archive, shared by all entries. */
export interface UnpackBudget {
  limit: number;
  used: number;
}

/** Faults of an archive, or of one file in it. */
export type ZipFault = "damaged" | "encrypted" | "too_large";

/** Creates the error for a fault, worded for the caller. */
export type ZipFailure = (fault: ZipFault, cause?: unknown) => Error;

// APPNOTE.TXT 6.3.10, sections 4.3.7, 4.3.12, 4.3.14, 4.3.15 and 4.3.16.
export const LOCAL_HEADER = { signature: 0x04034b50, size: 30 };
const CENTRAL_HEADER = { signature: 0x02014b50, size: 46 };
const END_RECORD = { signature: 0x06054b50, size: 22 };
const END_RECORD_64 = { signature: 0x06064b50, size: 56 };
const LOCATOR_64 = { signature: 0x07064b50, size: 20 };
const STORED = 0;
const DEFLATED = 8;
const MAX_COMMENT = 65_535;
/** Deflate expands at most 1,032 times, so one step can exceed the budget by at most 8 MiB. */
const INFLATE_STEP = 8192;
/** Part of the Unix mode in the upper half of the external attributes. */
const FILE_TYPE = 0xf000;
const SYMBOLIC_LINK = 0xa000;

/**
 * Yields the entries of a ZIP archive from its central directory, in its order.
 * @throws the error that `fail` makes for a damaged archive
 */
export function* listZipEntries(
  bytes: Uint8Array,
  fail: ZipFailure,
): Generator<ZipEntry, void, void> {
  const view = viewOf(bytes);
  const directory = findDirectory(view);
  if (directory === null) throw fail("damaged");
  const names = new TextDecoder();
  let { at } = directory;
  for (let i = 0; i < directory.count; i += 1) {
    if (at + CENTRAL_HEADER.size > directory.end) throw fail("damaged");
    if (view.getUint32(at, true) !== CENTRAL_HEADER.signature) throw fail("damaged");
    const nameEnd = at + CENTRAL_HEADER.size + view.getUint16(at + 28, true);
    const mode = view.getUint32(at + 38, true) >>> 16;
    yield {
      name: names.decode(bytes.subarray(at + CENTRAL_HEADER.size, nameEnd)),
      encrypted: (view.getUint16(at + 8, true) & 1) === 1,
      isLink: (mode & FILE_TYPE) === SYMBOLIC_LINK,
      method: view.getUint16(at + 10, true),
      packedSize: view.getUint32(at + 20, true),
      declaredSize: view.getUint32(at + 24, true),
      headerOffset: view.getUint32(at + 42, true),
    };
    at = nameEnd + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
}

/** Returns whether an archive has a central directory. A truncated archive has none. */
export function hasDirectory(bytes: Uint8Array): boolean {
  return findDirectory(viewOf(bytes)) !== null;
}

/**
 * Inflates one entry piece by piece. Fails once the actual output exceeds the budget.
 * @throws the error that `fail` makes for an entry that is damaged, encrypted or beyond the budget
 */
export function readZipEntry(
  bytes: Uint8Array,
  entry: ZipEntry,
  { budget, fail }: { budget: UnpackBudget; fail: ZipFailure },
  onChunk: (chunk: Uint8Array) => void,
): void {
  if (entry.encrypted) throw fail("encrypted");
  const packed = packedBytes(bytes, entry, fail);
  let fault: { error: unknown } | null = null;
  const count = (chunk: Uint8Array): void => {
    budget.used += chunk.length;
    try {
      if (budget.used > budget.limit) throw fail("too_large");
      onChunk(chunk);
    } catch (error) {
      // The caller's error, which must not count as a fault of the archive.
      fault = { error };
      throw error;
    }
  };
  if (entry.method === STORED) {
    count(packed);
    return;
  }
  if (entry.method !== DEFLATED) throw fail("damaged");
  const inflate = new Inflate(count);
  try {
    // An entry without bytes still gets its final push, which then fails as truncated.
    for (let at = 0; at < Math.max(packed.length, 1); at += INFLATE_STEP) {
      const next = at + INFLATE_STEP;
      inflate.push(packed.subarray(at, next), next >= packed.length);
    }
  } catch (error) {
    throw fault === null ? fail("damaged", error) : error;
  }
}

export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function packedBytes(bytes: Uint8Array, entry: ZipEntry, fail: ZipFailure): Uint8Array {
  const view = viewOf(bytes);
  const at = entry.headerOffset;
  if (at + LOCAL_HEADER.size > bytes.length) throw fail("damaged");
  if (view.getUint32(at, true) !== LOCAL_HEADER.signature) throw fail("damaged");
  // The local name and extra field may differ in length from those of the central directory.
  const extra = view.getUint16(at + 26, true) + view.getUint16(at + 28, true);
  const start = at + LOCAL_HEADER.size + extra;
  if (start + entry.packedSize > bytes.length) throw fail("damaged");
  return bytes.subarray(start, start + entry.packedSize);
}

/** The position of the central directory, and the number of entries that it declares. */
interface Directory {
  at: number;
  end: number;
  count: number;
}

function findDirectory(view: DataView): Directory | null {
  const last = view.byteLength - END_RECORD.size;
  for (let end = last; end >= Math.max(0, last - MAX_COMMENT); end -= 1) {
    if (view.getUint32(end, true) !== END_RECORD.signature) continue;
    const large = findLargeDirectory(view, end);
    if (large !== null) return large;
    return { at: view.getUint32(end + 16, true), end, count: view.getUint16(end + 10, true) };
  }
  return null;
}

/** Reads the ZIP64 record of archives with 65,535 or more entries. */
function findLargeDirectory(view: DataView, end: number): Directory | null {
  const locator = end - LOCATOR_64.size;
  if (locator < 0 || view.getUint32(locator, true) !== LOCATOR_64.signature) return null;
  const at = Number(view.getBigUint64(locator + 8, true));
  if (at + END_RECORD_64.size > locator) return null;
  if (view.getUint32(at, true) !== END_RECORD_64.signature) return null;
  return {
    at: Number(view.getBigUint64(at + 48, true)),
    end: at,
    count: Number(view.getBigUint64(at + 32, true)),
  };
}
