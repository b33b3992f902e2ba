import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync } from "node:fs";
import { open } from "node:fs/promises";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { isPlainPath } from "../archive-format.ts";
import { isKey } from "../keys.ts";
import { BLOBS } from "../../runtime/stored-objects.ts";
import { bucketFile, databaseFile, DATABASES } from "./data-files.ts";
import { dumpDatabase } from "./dump-database.ts";

/** Writes a data folder as what Cloudflare takes: SQL for each database, and a file for each object. */
export async function writeForEdge(dataDir: string, target: string): Promise<void> {
  mkdirSync(join(target, "objects"), { recursive: true });
  for (const name of DATABASES) {
    const database = new DatabaseSync(join(dataDir, databaseFile(name)), { readOnly: true });
    const file = await open(join(target, `${name}.sql`), "wx");
    try {
      for (const statement of dumpDatabase(database)) await file.write(`${statement}\n`);
      await file.sync();
    } finally {
      await file.close();
      database.close();
    }
  }
  moveObjects(dataDir, join(target, "objects"));
  for (const name of readdirSync(dataDir)) {
    if (isKey(name)) copyFileSync(join(dataDir, name), join(target, name));
  }
}

/** Gives the bytes of objects the names of their keys. */
function moveObjects(dataDir: string, target: string): void {
  const path = join(dataDir, bucketFile());
  if (!existsSync(path)) return;
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    const rows = database.prepare("SELECT key, blob_id FROM _mf_objects").all();
    for (const { key, blob_id: id } of rows) {
      if (!isPlainPath(String(key))) throw new Error(`The object ${String(key)} has no file name.`);
      const file = join(target, String(key));
      mkdirSync(dirname(file), { recursive: true });
      renameSync(join(dataDir, BLOBS, String(id)), file);
    }
  } finally {
    database.close();
  }
}
