import { readHeader, readRecords, type TarHeader } from "./tar-header.ts";
import { TarBytes } from "./tar-bytes.ts";

/** One member of a tar archive. What is not read of it is passed over. */
export interface TarEntry {
  name: string;
  /** `link`: symbolic or hard; `other`: devices and the like. */
  kind: "file" | "directory" | "link" | "other";
  /** In bytes. */
  size: number;
  /** All its bytes, in memory: to be asked for before the next entry, and only of a fair `size`. */
  read(): Promise<Uint8Array>;
  /** Its bytes as they come, whatever its size: to be taken before the next entry. */
  chunks(): AsyncGenerator<Uint8Array, void, void>;
}

const BLOCK = 512;
/** Names and attributes that stand before a member are some hundred bytes. */
const MAX_RECORDS = 1024 * 1024;
/** Of POSIX.1-2024 (ustar, pax) and GNU tar. */
const LONG_NAME = "L";
const LONG_LINK = "K";
const ATTRIBUTES = "x";
const COMMON_ATTRIBUTES = "g";

/** Whether bytes begin as a tar archive does: with a header whose checksum is right. */
export function isTar(head: Uint8Array): boolean {
  return head.length >= BLOCK && head[0] !== 0 && readHeader(head.subarray(0, BLOCK)) !== null;
}

/**
 * The members of a tar archive (ustar, pax, GNU), one after the other as they come; nothing of the
 * others is in memory. All that came whole before a fault is yielded before it is thrown: readers of
 * streams lose what they have read ahead.
 * @throws what the chunks fail with, and `fail()` for an archive that is damaged or ends early
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
    // What unpacks the bytes tells at their end whether they are what was packed.
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
  /** Bytes of it that nobody took so far, with those that fill its last block. */
  #left: number;

  constructor({ name, type, size }: TarHeader, bytes: TarBytes, fail: () => Error) {
    this.name = name;
    this.kind = kindOf(type, name);
    // Links and folders have no bytes, whatever the header says of what they stand for.
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

  /** Passes over what was not read. */
  async leave(): Promise<void> {
    if (!(await this.#bytes.skip(this.#left))) throw this.#fail();
  }
}

function kindOf(type: string, name: string): TarEntry["kind"] {
  if (type === "5") return "directory";
  if (type === "1" || type === "2") return "link";
  // Archives from before ustar tell a folder by its name.
  if (type === "0" || type === "\0" || type === "7")
    return name.endsWith("/") ? "directory" : "file";
  return "other";
}

/** What stands in whole blocks, without the end of the last. */
async function takePadded(bytes: TarBytes, size: number): Promise<Uint8Array | null> {
  const content = await bytes.take(size);
  if (content === null) return null;
  return (await bytes.skip(padded(size) - size)) ? content : null;
}

function padded(size: number): number {
  return Math.ceil(size / BLOCK) * BLOCK;
}
