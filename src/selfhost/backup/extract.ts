import { mkdirSync } from "node:fs";
import { open } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { ArchiveHead } from "./archive-format.ts";
import { readArchive } from "./read-archive.ts";
import { requireSpace } from "./require-space.ts";

/** How an archive is unpacked. */
export interface Extraction {
  folder: string;
  /** Called before the first file; may throw. */
  begin: (head: ArchiveHead) => void;
  /** Which files to write. The others are only checked. */
  isWanted: (path: string) => boolean;
}

/**
 * Unpacks an archive, and returns the sizes of all its files by path. Once this resolves, every file matches its
 * hash.
 * @throws CliError with one sentence that names the archive
 */
export async function extract(
  archive: string,
  { folder, begin, isWanted }: Extraction,
): Promise<{ head: ArchiveHead; sizes: Map<string, number> }> {
  const sizes = new Map<string, number>();
  const head = await readArchive(archive, {
    begin,
    file: async (path, chunks, size) => {
      sizes.set(path, size);
      if (!isWanted(path)) {
        for await (const _ of chunks);
        return;
      }
      requireSpace(folder, archive, size);
      await store(join(folder, path), chunks);
    },
  });
  return { head, sizes };
}

/** Writes a file, which is closed when this settles. A destroyed stream may create its file after that. */
async function store(path: string, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  mkdirSync(dirname(path), { recursive: true });
  const file = await open(path, "wx");
  try {
    await file.writeFile(chunks);
  } finally {
    await file.close();
  }
}
