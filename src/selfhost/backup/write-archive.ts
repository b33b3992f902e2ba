import { createHash } from "node:crypto";
import { createReadStream, createWriteStream, statSync } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { type TarFile, writeTar } from "../../formats/tar/write-tar.ts";
import { type Content, FORMAT, HEAD, isPlainPath, sumLine, SUMS } from "./archive-format.ts";

/** A higher level takes twice the time for 2 % less. */
const LEVEL = 4;

/** Files below a folder, in the order of the archive. */
export interface Packed {
  folder: string;
  paths: readonly string[];
  content: Content;
  createdAt: Date;
}

/**
 * Writes an archive with a description first and the hashes of its files last. It is on disk when this
 * resolves.
 * @throws Error if a file changes during the write, or the archive exists
 */
export async function writeArchive(packed: Packed, archive: string): Promise<void> {
  await pipeline(
    writeTar(members(packed)),
    createGzip({ level: LEVEL }),
    createWriteStream(archive, { flags: "wx", flush: true }),
  );
}

async function* members({ folder, paths, content, createdAt }: Packed): AsyncGenerator<TarFile> {
  const modified = createdAt.getTime() / 1000;
  const sizes = paths.map((path) => statSync(join(folder, path)).size);
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  const head = { tradecraft_backup: FORMAT, created_at: createdAt, content };
  const headText = `${JSON.stringify({ ...head, files: paths.length, bytes })}\n`;
  yield { name: HEAD, content: headText, modified };
  const sums: string[] = [];
  for (const [at, path] of paths.entries()) {
    if (!isPlainPath(path)) throw new Error(`Rename ${path}: its name cannot be archived.`);
    const hash = createHash("sha256");
    const chunks = hashed(join(folder, path), hash);
    yield { name: path, content: { size: sizes[at] ?? 0, chunks }, modified };
    sums.push(sumLine(hash.digest("hex"), path));
  }
  yield { name: SUMS, content: sums.join(""), modified };
}

async function* hashed(path: string, hash: { update(chunk: Uint8Array): unknown }) {
  for await (const chunk of createReadStream(path) as AsyncIterable<Uint8Array<ArrayBuffer>>) {
    hash.update(chunk);
    yield chunk;
  }
}
