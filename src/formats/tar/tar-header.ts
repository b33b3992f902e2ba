/** The fields of a member's header. */
export interface TarHeader {
  name: string;
  /** The type flag, one character. */
  type: string;
  /** In bytes. */
  size: number;
}

/** Header fields: offset and length (POSIX.1-2024, pax, "ustar Interchange Format"). */
const NAME = [0, 100] as const;
const SIZE = [124, 12] as const;
const CHECKSUM = [148, 8] as const;
const TYPE_AT = 156;
const MAGIC = [257, 6] as const;
const PREFIX = [345, 155] as const;
const SPACE = 0x20;

const decoder = new TextDecoder("utf-8", { fatal: false, ignoreBOM: true });

/** Reads a header of 512 bytes; null if its checksum or size is wrong. */
export function readHeader(block: Uint8Array): TarHeader | null {
  if (!isChecked(block)) return null;
  const size = readSize(block);
  if (size === null) return null;
  // The GNU format has other fields in place of the ustar prefix; its magic ends in a space.
  const prefix = textOf(block, MAGIC) === "ustar" ? textOf(block, PREFIX) : "";
  const name = textOf(block, NAME);
  return {
    name: prefix === "" ? name : `${prefix}/${name}`,
    type: String.fromCharCode(block[TYPE_AT] ?? 0),
    size,
  };
}

/** Reads the records before a member: its full name (GNU) or its attributes (pax), of which two are used. */
export function readRecords(
  isName: boolean,
  bytes: Uint8Array,
): Partial<Pick<TarHeader, "name" | "size">> {
  if (isName) return { name: decoder.decode(bytes).replace(/\0.*$/s, "") };
  const found: Partial<Pick<TarHeader, "name" | "size">> = {};
  for (let at = 0; at < bytes.length;) {
    const space = bytes.indexOf(SPACE, at);
    const length = Number(decoder.decode(bytes.subarray(at, Math.max(at, space))));
    if (space === -1 || !Number.isSafeInteger(length) || length <= space - at) return found;
    // A record ends with a line break, which its length includes.
    const record = decoder.decode(bytes.subarray(space + 1, at + length - 1));
    const equals = record.indexOf("=");
    const [key, value] = [record.slice(0, equals), record.slice(equals + 1)];
    if (key === "path") found.name = value;
    if (key === "size" && /^\d{1,15}$/.test(value)) found.size = Number(value);
    at += length;
  }
  return found;
}

function isChecked(block: Uint8Array): boolean {
  const [from, length] = CHECKSUM;
  const stored = /^[ 0]*([0-7]*)[\0 ]*$/.exec(decoder.decode(block.subarray(from, from + length)));
  if (stored === null) return false;
  let sum = length * SPACE;
  for (let at = 0; at < block.length; at += 1) {
    if (at < from || at >= from + length) sum += block[at] ?? 0;
  }
  return Number.parseInt(stored[1] || "0", 8) === sum;
}

/** Reads octal digits or, for large files, a base-256 number (GNU). Returns null for other content. */
function readSize(block: Uint8Array): number | null {
  const [from, length] = SIZE;
  const field = block.subarray(from, from + length);
  const [first = 0] = field;
  if (first >= 0x80) {
    const size = field.reduce((sum, byte, at) => sum * 256 + (at === 0 ? byte & 0x7f : byte), 0);
    return Number.isSafeInteger(size) ? size : null;
  }
  const [, digits] = /^[ \0]*([0-7]*)[ \0]*$/.exec(decoder.decode(field)) ?? [];
  return digits === undefined ? null : Number.parseInt(digits || "0", 8);
}

function textOf(block: Uint8Array, [from, length]: readonly [number, number]): string {
  const field = block.subarray(from, from + length);
  const end = field.indexOf(0);
  return decoder.decode(end === -1 ? field : field.subarray(0, end));
}
