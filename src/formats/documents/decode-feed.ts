const MARKS: readonly (readonly [string, readonly number[]])[] = [
  ["utf-8", [0xef, 0xbb, 0xbf]],
  ["utf-16le", [0xff, 0xfe]],
  ["utf-16be", [0xfe, 0xff]],
];
const DECLARATION = /^\s*<\?xml[^>]{0,200}?encoding\s*=\s*["']\s*([A-Za-z0-9._:-]{1,40})/;
const CHARSET = /charset\s*=\s*["']?([A-Za-z0-9._:-]{1,40})/i;
/** A declaration is at the very beginning, or follows a few blank lines. */
const HEAD_BYTES = 1024;

/**
 * Decodes a feed by its byte order mark, XML declaration or Content-Type, in this order. Without any of them,
 * tries UTF-8, then Windows-1252. Overrides a declared UTF-8 that is invalid, and a declared single-byte
 * encoding if the text is clearly UTF-8.
 */
export function decodeFeed(bytes: Uint8Array, contentType: string | null): string {
  const marked = MARKS.find(([, mark]) => mark.every((byte, i) => bytes[i] === byte));
  if (marked !== undefined) return new TextDecoder(marked[0]).decode(bytes);
  const wide = sniffUtf16(bytes);
  if (wide !== null) return new TextDecoder(wide).decode(bytes);
  const head = new TextDecoder("windows-1252").decode(bytes.subarray(0, HEAD_BYTES));
  const declared = [DECLARATION.exec(head)?.[1], CHARSET.exec(contentType ?? "")?.[1]]
    .map((label) => openDecoder(label))
    .find((decoder) => decoder !== null);
  const unicode = decodeStrictly(bytes);
  const isMultibyte = unicode !== null && unicode.length !== bytes.length;
  const isUtf8 = declared === undefined || declared.encoding === "utf-8" || isMultibyte;
  if (unicode !== null && isUtf8) return unicode;
  if (declared !== undefined && declared.encoding !== "utf-8") return declared.decode(bytes);
  const lenient = new TextDecoder("utf-8").decode(bytes);
  const isNearly = isNearlyUtf8(lenient);
  return isNearly ? lenient : new TextDecoder("windows-1252").decode(bytes);
}

/** Returns whether only a few of many characters are damaged, as in UTF-8 that was cut or mixed. */
function isNearlyUtf8(lenient: string): boolean {
  const damaged = lenient.split("\uFFFD").length - 1;
  // oxlint-disable-next-line no-control-regex -- all of ASCII is meant
  const sound = lenient.replace(/[\0-\x7f\uFFFD]/g, "").length;
  return sound > 10 * damaged;
}

/** Detects UTF-16 without a byte order mark by a `<` or white space next to a zero byte. */
function sniffUtf16(bytes: Uint8Array): string | null {
  const [first, second] = bytes;
  if (first === 0x3c && second === 0) return "utf-16le";
  return first === 0 && second === 0x3c ? "utf-16be" : null;
}

function openDecoder(label: string | undefined): TextDecoder | null {
  // A declaration in ASCII that names UTF-16 is wrong.
  if (label === undefined || /^utf-?16/i.test(label)) return null;
  try {
    return new TextDecoder(label);
  } catch {
    return null;
  }
}

function decodeStrictly(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(bytes);
  } catch {
    return null;
  }
}
