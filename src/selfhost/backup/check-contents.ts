import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { listBlobs, requireKnownMigrations, requireSound } from "./check-database.ts";
import { BLOBS } from "../runtime/stored-objects.ts";

/**
 * Checks the unpacked databases of an archive: SQLite finds no damage, this version knows their tables, and every
 * object has its bytes.
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
      requireKnownMigrations(database);
      for (const { blob_id: id, size } of listBlobs(database)) {
        if (sizes.get(`${BLOBS}/${id}`) === size) continue;
        throw new Error(
          `The bytes ${id} of an object are missing or incomplete. Use another backup.`,
        );
      }
    } finally {
      database.close();
    }
  }
}
