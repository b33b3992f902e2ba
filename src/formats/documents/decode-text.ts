import { AppError } from "../../platform/lib/errors.ts";

type Encoding = "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";

const BYTE_ORDER_MARKS: readonly { encoding: Encoding; mark: readonly number[] }[] = [
  { encoding: "utf-8", mark: [0xef, 0xbb, 0xbf] },
  { encoding: "utf-16le", mark: [0xff, 0xfe] },
  { encoding: "utf-16be", mark: [0xfe, 0xff] },
];

/** This many bytes suffice to see a pattern of zero bytes. */
const SNIFFED_BYTES = 4096;

// Text may contain tab, line feed, vertical tab, form feed, carriage return and escape, but no other C0
// characters.
// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const BINARY_CONTROL = /[\0-\x08\x0e-\x1a\x1c-\x1f]/;

/**
 * Decodes a text file by its byte order mark, or as UTF-16 by the pattern of its zero bytes. Otherwise tries
 * UTF-8, then Windows-1252. The result does not include the byte order mark. Throws `unsupported_file_type` if
 * the result contains control characters that do not occur in text.
 */
export function decodeText(bytes: Uint8Array): string {
  const text = decode(bytes, { stream: false });
  if (text === null || BINARY_CONTROL.test(text)) {
    throw new AppError(
      "unsupported_file_type",
      "The file holds binary data and is neither PDF, DOCX, HTML nor plain text; upload one of these.",
    );
  }
  return text;
}

/**
 * Returns whether the beginning of a file looks like text under the rules of `decodeText`. It may end within a
 * character.
 */
export function looksLikeText(beginning: Uint8Array): boolean {
  const text = decode(beginning, { stream: true });
  return text !== null && !BINARY_CONTROL.test(text);
}

function decode(bytes: Uint8Array, options: { stream: boolean }): string | null {
  const marked = BYTE_ORDER_MARKS.find(({ mark }) => mark.every((byte, i) => bytes[i] === byte));
  if (marked !== undefined) return new TextDecoder(marked.encoding).decode(bytes, options);
  const wide = sniffUtf16(bytes);
  if (wide !== null) return decodeStrictly(bytes, wide, options);
  return decodeStrictly(bytes, "utf-8", options) ?? new TextDecoder("windows-1252").decode(bytes);
}

function decodeStrictly(
  bytes: Uint8Array,
  encoding: Encoding,
  options: { stream: boolean },
): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: false }).decode(bytes, options);
  } catch {
    return null;
  }
}

/**
 * Detects UTF-16 by its zero bytes, nearly all of which are on one side in Latin text. Binary content fails
 * later.
 */
function sniffUtf16(bytes: Uint8Array): Encoding | null {
  const length = Math.min(bytes.length, SNIFFED_BYTES);
  let even = 0;
  let odd = 0;
  for (let i = 0; i < length; i += 1) {
    if (bytes[i] !== 0) continue;
    if (i % 2 === 0) even += 1;
    else odd += 1;
  }
  const enough = length / 20;
  if (odd > enough && odd > even) return "utf-16le";
  if (even > enough && even > odd) return "utf-16be";
  return null;
}
