const BLOCK = 512;
/** Longest name that ustar's own field takes, in bytes; longer ones go before the member (pax). */
const MAX_NAME = 100;
const MODE = "0000644";

const encoder = new TextEncoder();

/** A file that goes into an archive. */
export interface TarFile {
  name: string;
  content: string;
  /** Seconds since 1970. */
  modified: number;
}

/** A tar archive (POSIX.1-2024, ustar and pax) of files as they come, in chunks of one member each. */
export async function* writeTar(
  files: AsyncIterable<TarFile>,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void, void> {
  for await (const file of files) {
    if (encoder.encode(file.name).length > MAX_NAME) {
      const record = encoder.encode(recordOf("path", file.name));
      yield memberOf({ ...file, name: "attributes" }, record, "x");
    }
    yield memberOf(file, encoder.encode(file.content), "0");
  }
  yield new Uint8Array(2 * BLOCK);
}

/** A record of pax: its own length in bytes, the key and the value. */
function recordOf(key: string, value: string): string {
  const rest = ` ${key}=${value}\n`;
  const bytes = encoder.encode(rest).length;
  let length = bytes + String(bytes).length;
  // One digit more where the length itself makes it longer.
  if (String(length).length > String(bytes).length) length = bytes + String(length).length;
  return `${length}${rest}`;
}

function memberOf(
  { name, modified }: TarFile,
  content: Uint8Array,
  type: string,
): Uint8Array<ArrayBuffer> {
  const padded = Math.ceil(content.length / BLOCK) * BLOCK;
  const bytes = new Uint8Array(BLOCK + padded);
  const put = (at: number, text: string) => bytes.set(encoder.encode(text), at);
  bytes.set(encoder.encode(name).subarray(0, MAX_NAME), 0);
  put(100, MODE);
  put(124, content.length.toString(8).padStart(11, "0"));
  put(136, Math.max(0, Math.floor(modified)).toString(8).padStart(11, "0"));
  put(148, " ".repeat(8));
  put(156, type);
  put(257, "ustar\u000000");
  const sum = bytes.subarray(0, BLOCK).reduce((total, byte) => total + byte, 0);
  put(148, `${sum.toString(8).padStart(6, "0")}\0 `);
  bytes.set(content, BLOCK);
  return bytes;
}
