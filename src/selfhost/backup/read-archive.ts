import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { CliError } from "../../exchange/cli/cli-error.ts";
import { escapeObeyed } from "../../exchange/cli/printable.ts";
import { readTar, type TarEntry } from "../../formats/tar/read-tar.ts";
import {
  type ArchiveHead,
  HEAD,
  isPlainPath,
  MAX_HEAD_BYTES,
  readHead,
  sumLine,
  SUMS,
} from "./archive-format.ts";

type Chunks = AsyncIterable<Uint8Array>;

/** Receives the files of an archive. */
export interface ArchiveSink {
  /** Called before the first file; may throw. */
  begin?(head: ArchiveHead): void;
  /** Takes all bytes of a file. Whether they are right is known at the end of the archive. */
  file(path: string, chunks: Chunks, size: number): Promise<void>;
}

/**
 * Reads an archive to its end and checks its structure and the hash of every file. Rejects paths that lead out of
 * the folder, links, more files or bytes than the archive announces, and a second file of the same name. The sink has
 * finished when this settles.
 * @throws CliError with one sentence that names the archive
 */
export async function readArchive(archive: string, sink: ArchiveSink): Promise<ArchiveHead> {
  const reader = new Reader(archive, sink);
  const chunks = createGunzip();
  const feeding = pipeline(createReadStream(archive), chunks);
  // `chunks` fails with the same error, which is handled below.
  feeding.catch(() => undefined);
  try {
    for await (const entry of readTar(chunks, () => reader.damaged("it ends early")))
      await reader.take(entry);
    await feeding;
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (!code.startsWith("Z_")) throw error;
    throw reader.damaged("it was cut off or changed");
  }
  return reader.end();
}

/** Checks the members of an archive in order. */
class Reader {
  readonly #archive: string;
  readonly #sink: ArchiveSink;
  readonly #sums = new Map<string, string>();
  #head: ArchiveHead | null = null;
  #bytes = 0;
  #isComplete = false;

  constructor(archive: string, sink: ArchiveSink) {
    this.#archive = archive;
    this.#sink = sink;
  }

  async take(entry: TarEntry): Promise<void> {
    if (this.#head === null) {
      this.#head = await this.#readHead(entry);
      this.#sink.begin?.(this.#head);
    } else if (this.#isComplete) throw this.damaged("something follows its end");
    else if (entry.name === SUMS && entry.kind === "file") await this.#compareSums(entry);
    else await this.#takeFile(entry, this.#head);
  }

  end(): ArchiveHead {
    if (this.#head === null || !this.#isComplete) throw this.damaged("it ends early");
    return this.#head;
  }

  /** Returns the error for a damaged archive, or for a file that is not a backup. */
  damaged(what: string): CliError {
    return this.#head === null
      ? new CliError(`${this.#archive} is not a backup that this command can read.`)
      : new CliError(`${this.#archive} is damaged: ${what}. Use another backup.`);
  }

  async #readHead(entry: TarEntry): Promise<ArchiveHead> {
    const isHead = entry.name === HEAD && entry.kind === "file" && entry.size <= MAX_HEAD_BYTES;
    if (!isHead) throw this.damaged("");
    const reading = readHead(new TextDecoder().decode(await entry.read()));
    if (reading.kind === "head") return reading.head;
    if (reading.kind === "none") throw this.damaged("");
    throw new CliError(
      `${this.#archive} was written by a newer version of Tradecraft. Use that version, or a later one.`,
    );
  }

  async #takeFile(entry: TarEntry, head: ArchiveHead): Promise<void> {
    const { name, kind, size } = entry;
    this.#bytes += size;
    if (kind !== "file") throw this.damaged(`${escapeObeyed(name)} is not a file`);
    if (!isPlainPath(name)) throw this.damaged(`${escapeObeyed(name)} leads out of the folder`);
    if (this.#sums.has(name)) throw this.damaged(`${name} is in it twice`);
    if (this.#bytes > head.bytes || this.#sums.size >= head.files)
      throw this.damaged("it contains more than it announces");
    const hash = createHash("sha256");
    await this.#sink.file(name, hashing(entry.chunks(), hash), size);
    this.#sums.set(name, hash.digest("hex"));
  }

  async #compareSums(entry: TarEntry): Promise<void> {
    const lines = [...this.#sums].map(([path, sha256]) => sumLine(sha256, path));
    const expected = Buffer.from(lines.join(""));
    if (entry.size !== expected.length || this.#sums.size !== this.#head?.files)
      throw this.damaged("files are missing, or do not belong to it");
    const found = Buffer.from(await entry.read());
    if (!found.equals(expected)) {
      const stated = found.toString().split(/(?<=\n)/);
      const at = lines.findIndex((line, index) => line !== stated[index]);
      throw this.damaged(`${[...this.#sums.keys()][at] ?? "a file"} is not what was stored`);
    }
    this.#isComplete = true;
  }
}

async function* hashing(chunks: Chunks, hash: { update(chunk: Uint8Array): unknown }): Chunks {
  for await (const chunk of chunks) {
    hash.update(chunk);
    yield chunk;
  }
}
