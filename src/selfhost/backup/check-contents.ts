import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { listBlobs, requireKnown, requireSound } from "./check-database.ts";
import { BLOBS } from "../runtime/stored-objects.ts";

/**
 * Checks the databases of an archive, once they are in a folder: that SQLite finds them sound, that this
 * version knows their tables, and that every object has its bytes.
 * @param sizes of all files of the archive by path
 * @throws Error with one sentence
 */
export function checkContents(folder: string, sizes: ReadonlyMap<string, number>): void {
  const paths = [...sizes.keys()].filter((path) => path.endsWith(".sqlite"));
  if (!paths.some((path) => path.startsWith("d1/")))
    throw new Error("The archive has no databases. Use another backup.");
  for (const path of paths) {
    requireSound(join(folder, path));
    const database = new DatabaseSync(join(folder, path), { readOnly: true });
    try {
      requireKnown(database);
      for (const { blob_id: id, size } of listBlobs(database)) {
        if (sizes.get(`${BLOBS}/${id}`) === size) continue;
        throw new Error(`The object storage names ${id}, which is not whole in the archive.`);
      }
    } finally {
      database.close();
    }
  }
}
