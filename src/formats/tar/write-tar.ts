const BLOCK = 512;
/** Longest name that ustar's own field takes, in bytes; longer ones go before the member (pax). */
const MAX_NAME = 100;
/** Largest size that the field of a header takes, eleven octal digits; larger ones go before the member (pax). */
const MAX_SIZE = 8 ** 11 - 1;
const MODE = "0000644";

type Named = Pick<TarFile, "name" | "modified">;
const encoder = new TextEncoder();

/** Bytes that need not be in memory, and their number. */
export interface TarBody {
  size: number;
  chunks: AsyncIterable<Uint8Array<ArrayBuffer>>;
}

/** A file that goes into an archive. */
export interface TarFile {
  name: string;
  content: string | TarBody;
  /** Seconds since 1970. */
  modified: number;
}

/**
 * A tar archive (POSIX.1-2024, ustar and pax) of files as they come; a content of text is one chunk
 * with its header.
 * @throws Error when a body has another number of bytes than it says
 */
export async function* writeTar(
  files: AsyncIterable<TarFile>,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void, void> {
  for await (const { name, content, modified } of files) {
    const records = recordsOf(name, typeof content === "string" ? 0 : content.size);
    if (records !== "")
      yield memberOf({ name: "attributes", modified }, encoder.encode(records), "x");
    if (typeof content === "string")
      yield memberOf({ name, modified }, encoder.encode(content), "0");
    else yield* bodyOf({ name, modified }, content);
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

/** What the fields of a header are too small for. */
function recordsOf(name: string, size: number): string {
  const path = encoder.encode(name).length > MAX_NAME ? recordOf("path", name) : "";
  return size > MAX_SIZE ? path + recordOf("size", String(size)) : path;
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

function memberOf(named: Named, content: Uint8Array, type: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(BLOCK + padded(content.length));
  bytes.set(headerOf(named, content.length, type), 0);
  bytes.set(content, BLOCK);
  return bytes;
}

function headerOf({ name, modified }: Named, size: number, type: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(BLOCK);
  const put = (at: number, text: string) => bytes.set(encoder.encode(text), at);
  bytes.set(encoder.encode(name).subarray(0, MAX_NAME), 0);
  put(100, MODE);
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
