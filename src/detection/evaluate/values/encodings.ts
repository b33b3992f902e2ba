import { base64 } from "@scure/base";

/** Latin-1 maps each byte to one character, like logs that show binary data. */
const fromBytes = (bytes: Uint8Array) =>
  Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");

/** Returns two bytes per code unit, as text with one character per byte. */
export function utf16Text(text: string, order: "little" | "big", hasMark: boolean): string {
  const bytes = new Uint8Array(text.length * 2);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < text.length; i += 1) {
    view.setUint16(i * 2, text.charCodeAt(i), order === "little");
  }
  return `${hasMark ? "\u00ff\u00fe" : ""}${fromBytes(bytes)}`;
}

/** Returns the bytes of a value: UTF-8, unless an earlier modifier already produced bytes. */
function toBytes(text: string, isBytes: boolean): Uint8Array {
  return isBytes
    ? Uint8Array.from(text, (char) => char.charCodeAt(0))
    : new TextEncoder().encode(text);
}

/** Returns the Base64 form of a value. */
export function toBase64(text: string, isBytes: boolean): string {
  return base64.encode(toBytes(text, isBytes));
}

/**
 * Returns the three forms of a value inside longer Base64, one per offset in a group of three bytes. Excludes the
 * characters that depend on adjacent bytes.
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
