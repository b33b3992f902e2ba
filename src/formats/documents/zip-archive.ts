import { Inflate } from "fflate";
import { AppError } from "../../platform/lib/errors.ts";
import { formatBytes } from "../../platform/lib/streams.ts";

/** One file in a ZIP archive as the central directory describes it; its sizes are claims only. */
export interface ZipEntry {
  name: string;
  method: number;
  encrypted: boolean;
  packedSize: number;
  declaredSize: number;
  headerOffset: number;
}

/** How many bytes may still be inflated from one archive; shared by all entries that are read. */
export interface UnpackBudget {
  limit: number;
  used: number;
}

// APPNOTE.TXT 6.3.10, sections 4.3.7, 4.3.12 and 4.3.16.
const LOCAL_HEADER = { signature: 0x04034b50, size: 30 };
const CENTRAL_HEADER = { signature: 0x02014b50, size: 46 };
const END_RECORD = { signature: 0x06054b50, size: 22 };
const STORED = 0;
const DEFLATED = 8;
const MAX_COMMENT = 65_535;
/** Deflate unfolds to at most 1,032 times its size: one step can overshoot by 8 MiB, not more. */
const INFLATE_STEP = 8192;

/**
 * Lists the entries of a ZIP archive by lower-case name (part names of Office documents ignore
 * case) from its central directory. Throws `document_unreadable` when the archive is broken.
 */
export function listZipEntries(bytes: Uint8Array): Map<string, ZipEntry> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = findEndRecord(view);
  const count = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  const entries = new Map<string, ZipEntry>();
  const names = new TextDecoder();
  for (let i = 0; i < count; i += 1) {
    if (at + CENTRAL_HEADER.size > end) throw brokenArchive();
    if (view.getUint32(at, true) !== CENTRAL_HEADER.signature) throw brokenArchive();
    const nameEnd = at + CENTRAL_HEADER.size + view.getUint16(at + 28, true);
    const name = names.decode(bytes.subarray(at + CENTRAL_HEADER.size, nameEnd));
    entries.set(name.toLowerCase(), {
      name,
      encrypted: (view.getUint16(at + 8, true) & 1) === 1,
      method: view.getUint16(at + 10, true),
      packedSize: view.getUint32(at + 20, true),
      declaredSize: view.getUint32(at + 24, true),
      headerOffset: view.getUint32(at + 42, true),
    });
    at = nameEnd + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return entries;
}

/**
 * Inflates one entry piece by piece. What counts is the bytes that really come out: as soon as
 * they pass the budget it throws `document_unreadable`, as it does for a broken or encrypted entry.
 */
export function readZipEntry(
  bytes: Uint8Array,
  entry: ZipEntry,
  budget: UnpackBudget,
  onChunk: (chunk: Uint8Array) => void,
): void {
  if (entry.encrypted) throw encryptedArchive();
  const packed = packedBytes(bytes, entry);
  const count = (chunk: Uint8Array): void => {
    budget.used += chunk.length;
    if (budget.used > budget.limit) throw archiveTooLarge(budget.limit);
    onChunk(chunk);
  };
  if (entry.method === STORED) {
    count(packed);
    return;
  }
  if (entry.method !== DEFLATED) throw brokenArchive();
  const inflate = new Inflate(count);
  // An entry without bytes still gets its final push, which then fails as truncated.
  for (let at = 0; at < Math.max(packed.length, 1); at += INFLATE_STEP) {
    const next = at + INFLATE_STEP;
    pushPacked(inflate, packed.subarray(at, next), next >= packed.length);
  }
}

/** The failure for an archive that unpacks to more than `limit` bytes, or says that it would. */
export function archiveTooLarge(limit: number): AppError {
  return new AppError(
    "document_unreadable",
    `The DOCX unpacks to more than ${formatBytes(limit)}; remove what it embeds or upload its text.`,
  );
}

function pushPacked(inflate: Inflate, packed: Uint8Array, final: boolean): void {
  try {
    inflate.push(packed, final);
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw brokenArchive(error);
  }
}

function packedBytes(bytes: Uint8Array, entry: ZipEntry): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const at = entry.headerOffset;
  if (at + LOCAL_HEADER.size > bytes.length) throw brokenArchive();
  if (view.getUint32(at, true) !== LOCAL_HEADER.signature) throw brokenArchive();
  // The local name and extra field may differ in length from those of the central directory.
  const extra = view.getUint16(at + 26, true) + view.getUint16(at + 28, true);
  const start = at + LOCAL_HEADER.size + extra;
  if (start + entry.packedSize > bytes.length) throw brokenArchive();
  return bytes.subarray(start, start + entry.packedSize);
}

function findEndRecord(view: DataView): number {
  const last = view.byteLength - END_RECORD.size;
  for (let at = last; at >= Math.max(0, last - MAX_COMMENT); at -= 1) {
    if (view.getUint32(at, true) === END_RECORD.signature) return at;
  }
  throw brokenArchive();
}

function brokenArchive(cause?: unknown): AppError {
  return new AppError(
    "document_unreadable",
    "The DOCX is damaged or incomplete; save it again in Word and upload that.",
    { cause },
  );
}

function encryptedArchive(): AppError {
  return new AppError(
    "document_unreadable",
    "The DOCX is password-protected; remove the password and upload it again.",
  );
}
