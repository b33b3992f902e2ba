import { base64 } from "@scure/base";

/** Latin-1 holds each byte as one character, as logs show what is no text. */
const fromBytes = (bytes: Uint8Array) =>
  Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");

/** Two bytes for each code unit, as text of one character for each byte. */
export function utf16Text(text: string, order: "little" | "big", hasMark: boolean): string {
  const bytes = new Uint8Array(text.length * 2);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < text.length; i += 1) {
    view.setUint16(i * 2, text.charCodeAt(i), order === "little");
  }
  return `${hasMark ? "\u00ff\u00fe" : ""}${fromBytes(bytes)}`;
}

/** The bytes of a value: UTF-8, unless a modifier made bytes of it before. */
function toBytes(text: string, isBytes: boolean): Uint8Array {
  return isBytes
    ? Uint8Array.from(text, (char) => char.charCodeAt(0))
    : new TextEncoder().encode(text);
}

/** Base64 of a value. */
export function toBase64(text: string, isBytes: boolean): string {
  return base64.encode(toBytes(text, isBytes));
}

/**
 * The three forms that a value may have inside of longer Base64, one for each place of its first byte
 * in a group of three; characters that depend on what stands beside it are left out.
 */
export function toBase64Offsets(text: string, isBytes: boolean): string[] {
  const bytes = toBytes(text, isBytes);
  return [0, 1, 2].map((offset) => {
    const shifted = new Uint8Array(offset + bytes.length);
    shifted.set(bytes, offset);
    const encoded = base64.encode(shifted);
    const start = [0, 2, 3][offset] ?? 0;
    const cut = [0, 3, 2][shifted.length % 3] ?? 0;
    return encoded.slice(start, encoded.length - cut);
  });
}
