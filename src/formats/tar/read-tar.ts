import { readHeader, readRecords, type TarHeader } from "./tar-header.ts";
import { TarBytes } from "./tar-bytes.ts";

/** One member of a tar archive. Unread content is skipped. */
export interface TarEntry {
  name: string;
  /** `link`: symbolic or hard; `other`: devices and similar. */
  kind: "file" | "directory" | "link" | "other";
  /** In bytes. */
  size: number;
  /** Returns all its bytes. Call it before the next entry, and only for a reasonable `size`. */
  read(): Promise<Uint8Array>;
  /** Streams its bytes, whatever its size. Consume them before the next entry. */
  chunks(): AsyncGenerator<Uint8Array, void, void>;
}

const BLOCK = 512;
/** Names and attributes before a member have a few hundred bytes. */
const MAX_RECORDS = 1024 * 1024;
/** Type flags of POSIX.1-2024 (ustar, pax) and GNU tar. */
const LONG_NAME = "L";
const LONG_LINK = "K";
const ATTRIBUTES = "x";
const COMMON_ATTRIBUTES = "g";

/** Returns whether bytes begin like a tar archive, with a header whose checksum is right. */
export function isTar(head: Uint8Array): boolean {
  return head.length >= BLOCK && head[0] !== 0 && readHeader(head.subarray(0, BLOCK)) !== null;
}

/**
 * Yields the members of a tar archive (ustar, pax, GNU) as they arrive, with only one in memory. Yields
 * everything that arrived whole before it throws an error, because stream readers lose what they have read
 * ahead.
 * @throws errors of the chunks, and `fail()` for an archive that is damaged or ends early
 */
export async function* readTar(
  chunks: AsyncIterable<Uint8Array>,
  fail: () => Error,
): AsyncGenerator<TarEntry, void, void> {
  const bytes = new TarBytes(chunks);
  try {
    let named: Partial<Pick<TarHeader, "name" | "size">> = {};
    for (;;) {
      const block = await bytes.take(BLOCK);
      if (block === null) throw fail();
      if (block.every((byte) => byte === 0)) break;
      const header = readHeader(block);
      if (header === null) throw fail();
      const { type } = header;
      if (type === ATTRIBUTES || type === LONG_NAME) {
        const records = header.size > MAX_RECORDS ? null : await takePadded(bytes, header.size);
        if (records === null) throw fail();
        Object.assign(named, readRecords(type === LONG_NAME, records));
        continue;
      }
      if (type === COMMON_ATTRIBUTES || type === LONG_LINK) {
        if (!(await bytes.skip(padded(header.size)))) throw fail();
        continue;
      }
      const member = new Member({ ...header, ...named }, bytes, fail);
      named = {};
      yield member;
      await member.leave();
    }
    // The decompressor verifies the bytes only at their end.
    await bytes.drain();
  } finally {
    await bytes.close();
  }
}

class Member implements TarEntry {
  readonly name: string;
  readonly kind: TarEntry["kind"];
  readonly size: number;
  readonly #bytes: TarBytes;
  readonly #fail: () => Error;
  /** Its unread bytes, including the padding of its last block. */
  #left: number;

  constructor({ name, type, size }: TarHeader, bytes: TarBytes, fail: () => Error) {
    this.name = name;
    this.kind = kindOf(type, name);
    // Links and folders have no bytes, whatever size the header declares.
    this.size = this.kind === "file" || this.kind === "other" ? size : 0;
    this.#left = padded(this.size);
    this.#bytes = bytes;
    this.#fail = fail;
  }

  async read(): Promise<Uint8Array> {
    const content = await this.#bytes.take(this.size);
    if (content === null) throw this.#fail();
    this.#left -= this.size;
    return content;
  }

  async *chunks(): AsyncGenerator<Uint8Array, void, void> {
    const end = padded(this.size) - this.size;
    while (this.#left > end) {
      const piece = await this.#bytes.next(this.#left - end);
      if (piece === null) throw this.#fail();
      this.#left -= piece.length;
      yield piece;
    }
  }

  /** Skips unread content. */
  async leave(): Promise<void> {
    if (!(await this.#bytes.skip(this.#left))) throw this.#fail();
  }
}

function kindOf(type: string, name: string): TarEntry["kind"] {
  if (type === "5") return "directory";
  if (type === "1" || type === "2") return "link";
  // Archives from before ustar mark a folder by its name.
  if (type === "0" || type === "\0" || type === "7")
    return name.endsWith("/") ? "directory" : "file";
  return "other";
}

/** Reads content stored in whole blocks, without the padding of the last. */
async function takePadded(bytes: TarBytes, size: number): Promise<Uint8Array | null> {
  const content = await bytes.take(size);
  if (content === null) return null;
  return (await bytes.skip(padded(size) - size)) ? content : null;
}

function padded(size: number): number {
  return Math.ceil(size / BLOCK) * BLOCK;
}
