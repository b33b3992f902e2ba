const BLOCK = 512;
/** The longest name in bytes that the ustar field can store. Longer names go into a pax record before the member. */
const MAX_NAME = 100;
/** The largest size that a header field can store, eleven octal digits. Larger sizes go into a pax record. */
const MAX_SIZE = 8 ** 11 - 1;
const MODE = "0000644";
const PROGRAM_MODE = "0000755";

type Named = Pick<TarFile, "name" | "modified" | "isProgram">;
const encoder = new TextEncoder();

/** A stream of bytes and its length. */
export interface TarBody {
  size: number;
  chunks: AsyncIterable<Uint8Array<ArrayBuffer>>;
}

/** A file to add to an archive. */
export interface TarFile {
  name: string;
  content: string | TarBody;
  /** Seconds since 1970. */
  modified: number;
  /** Whether it is executable. */
  isProgram?: boolean;
}

/**
 * Yields a tar archive (POSIX.1-2024, ustar and pax) of files as they arrive. Text content is one chunk with
 * its header.
 * @throws Error if a body does not have the declared number of bytes
 */
export async function* writeTar(
  files: AsyncIterable<TarFile>,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void, void> {
  for await (const { name, content, modified, isProgram = false } of files) {
    const records = recordsOf(name, typeof content === "string" ? 0 : content.size);
    if (records !== "")
      yield memberOf({ name: "attributes", modified }, encoder.encode(records), "x");
    if (typeof content === "string")
      yield memberOf({ name, modified, isProgram }, encoder.encode(content), "0");
    else yield* bodyOf({ name, modified, isProgram }, content);
  }
  yield new Uint8Array(2 * BLOCK);
}

async function* bodyOf(
  named: Named,
  { size, chunks }: TarBody,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  yield headerOf(named, size, "0");
  let written = 0;
  for await (const chunk of chunks) {
    written += chunk.length;
    yield chunk;
  }
  if (written !== size) throw new Error(`${named.name} changed while it was archived.`);
  yield new Uint8Array(padded(size) - size);
}

/** Returns pax records for values that do not fit the header fields. */
function recordsOf(name: string, size: number): string {
  const path = encoder.encode(name).length > MAX_NAME ? recordOf("path", name) : "";
  return size > MAX_SIZE ? path + recordOf("size", String(size)) : path;
}

/** Returns a pax record: its own length in bytes, the key and the value. */
function recordOf(key: string, value: string): string {
  const rest = ` ${key}=${value}\n`;
  const bytes = encoder.encode(rest).length;
  let length = bytes + String(bytes).length;
  // One more digit if the length itself makes the record longer.
  if (String(length).length > String(bytes).length) length = bytes + String(length).length;
  return `${length}${rest}`;
}

function memberOf(named: Named, content: Uint8Array, type: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(BLOCK + padded(content.length));
  bytes.set(headerOf(named, content.length, type), 0);
  bytes.set(content, BLOCK);
  return bytes;
}

function headerOf(
  { name, modified, isProgram = false }: Named,
  size: number,
  type: string,
): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(BLOCK);
  const put = (at: number, text: string) => bytes.set(encoder.encode(text), at);
  bytes.set(encoder.encode(name).subarray(0, MAX_NAME), 0);
  put(100, isProgram ? PROGRAM_MODE : MODE);
  put(124, Math.min(size, MAX_SIZE).toString(8).padStart(11, "0"));
  put(136, Math.max(0, Math.floor(modified)).toString(8).padStart(11, "0"));
  put(148, " ".repeat(8));
  put(156, type);
  put(257, "ustar\u000000");
  const sum = bytes.reduce((total, byte) => total + byte, 0);
  put(148, `${sum.toString(8).padStart(6, "0")}\0 `);
  return bytes;
}

function padded(size: number): number {
  return Math.ceil(size / BLOCK) * BLOCK;
}
