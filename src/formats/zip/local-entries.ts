import { LOCAL_HEADER, viewOf, type ZipEntry, type ZipFailure } from "./zip-archive.ts";

/** APPNOTE.TXT 6.3.10, sections 4.3.9 and 4.4.4. */
const DESCRIPTOR = 0x08074b50;
const HAS_DESCRIPTOR = 8;

/**
 * Lists the complete entries of a truncated ZIP archive by their local headers. Only the central directory
 * marks links, so they count as files.
 * @throws the error that `fail` makes for a damaged archive, after the last complete entry
 */
export function* listLocalEntries(
  bytes: Uint8Array,
  fail: ZipFailure,
): Generator<ZipEntry, void, void> {
  const view = viewOf(bytes);
  const names = new TextDecoder();
  for (let at = 0; ;) {
    const start = at + LOCAL_HEADER.size;
    if (start > bytes.length || view.getUint32(at, true) !== LOCAL_HEADER.signature) break;
    const nameEnd = start + view.getUint16(at + 26, true);
    const packedAt = nameEnd + view.getUint16(at + 28, true);
    const flags = view.getUint16(at + 6, true);
    const isStreamed = (flags & HAS_DESCRIPTOR) !== 0;
    const sizes = isStreamed ? findDescriptor(view, packedAt) : at + 14;
    if (sizes === null) break;
    const packedSize = view.getUint32(sizes + 4, true);
    const end = packedAt + packedSize;
    if (end > bytes.length) break;
    yield {
      name: names.decode(bytes.subarray(start, nameEnd)),
      encrypted: (flags & 1) === 1,
      isLink: false,
      method: view.getUint16(at + 8, true),
      packedSize,
      declaredSize: view.getUint32(sizes + 8, true),
      headerOffset: at,
    };
    at = isStreamed ? sizes + 12 : end;
  }
  throw fail("damaged");
}

/** Returns the position of the checksum and sizes after a streamed entry; null if the entry is truncated. */
function findDescriptor(view: DataView, from: number): number | null {
  for (let at = from; at + 16 <= view.byteLength; at += 1) {
    const isHere = view.getUint32(at, true) === DESCRIPTOR;
    if (isHere && view.getUint32(at + 8, true) === at - from) return at + 4;
  }
  return null;
}
