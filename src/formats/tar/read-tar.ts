import { createTarDecoder, type ParsedTarEntry } from "modern-tar";
import { streamOf } from "../../platform/lib/streams.ts";

/** One member of a tar archive. What is not read of it is passed over. */
export interface TarEntry {
  name: string;
  /** `link`: symbolic or hard; `other`: devices and the like. */
  kind: "file" | "directory" | "link" | "other";
  /** In bytes, as its header says. */
  size: number;
  /** Its bytes, at most so many; null where it has more. To be read before the next entry. */
  read(limit: number): Promise<Uint8Array | null>;
}

const BLOCK = 512;
const CHECKSUM = { at: 148, size: 8 };

/** Whether bytes begin as a tar archive does: with a header whose checksum is right (POSIX.1-2024, ustar). */
export function isTar(head: Uint8Array): boolean {
  if (head.length < BLOCK || head[0] === 0) return false;
  const field = head.subarray(CHECKSUM.at, CHECKSUM.at + CHECKSUM.size);
  const stored = /^[ 0]*([0-7]+)[\0 ]/.exec(`${new TextDecoder().decode(field)}\0`)?.[1];
  if (stored === undefined) return false;
  let sum = CHECKSUM.size * 0x20;
  for (const [at, byte] of head.subarray(0, BLOCK).entries()) {
    if (at < CHECKSUM.at || at >= CHECKSUM.at + CHECKSUM.size) sum += byte;
  }
  return Number.parseInt(stored, 8) === sum;
}

/**
 * The members of a tar archive (ustar, pax, GNU), one after the other as they come; nothing of the
 * others is in memory.
 * @throws what the chunks fail with, and `fail()` for an archive that is damaged or ends early
 */
export async function* readTar(
  chunks: AsyncIterable<Uint8Array>,
  fail: (cause: unknown) => Error,
): AsyncGenerator<TarEntry, void, void> {
  const source: { fault: { error: unknown } | null } = { fault: null };
  const entries = streamOf(noteFault(chunks, source)).pipeThrough(
    createTarDecoder({ strict: true }),
  );
  const toError = (error: unknown) => (source.fault === null ? fail(error) : source.fault.error);
  const reader = entries.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const entry = new Member(value, toError);
      yield entry;
      await entry.leave();
    }
  } catch (error) {
    throw toError(error);
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

async function* noteFault(
  chunks: AsyncIterable<Uint8Array>,
  source: { fault: { error: unknown } | null },
): AsyncGenerator<Uint8Array, void, void> {
  try {
    yield* chunks;
  } catch (error) {
    source.fault = { error };
    throw error;
  }
}

class Member implements TarEntry {
  readonly name: string;
  readonly kind: TarEntry["kind"];
  readonly size: number;
  readonly #body: ReadableStream<Uint8Array>;
  readonly #toError: (error: unknown) => unknown;
  #isDone = false;

  constructor({ header, body }: ParsedTarEntry, toError: (error: unknown) => unknown) {
    this.name = header.name;
    this.kind = kindOf(header.type);
    this.size = header.size;
    this.#body = body;
    this.#toError = toError;
  }

  async read(limit: number): Promise<Uint8Array | null> {
    if (this.size > limit) return null;
    this.#isDone = true;
    const bytes = new Uint8Array(this.size);
    let filled = 0;
    try {
      for await (const chunk of this.#body) {
        bytes.set(chunk, filled);
        filled += chunk.length;
      }
    } catch (error) {
      throw this.#toError(error);
    }
    return bytes.subarray(0, filled);
  }

  /** Passes over what was not read. */
  async leave(): Promise<void> {
    if (!this.#isDone) await this.#body.cancel().catch(() => undefined);
  }
}

function kindOf(type = "file"): TarEntry["kind"] {
  if (type === "file" || type === "directory") return type;
  return type === "link" || type === "symlink" ? "link" : "other";
}
