import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync } from "node:fs";
import { open } from "node:fs/promises";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { isPlainPath } from "../archive-format.ts";
import { isKey } from "../keys.ts";
import { BLOBS, type StoredObject } from "../../runtime/stored-objects.ts";
import { bucketFile, databaseFile, DATABASES } from "./data-files.ts";
import { dumpDatabase } from "./dump-database.ts";
import { writeMetadata } from "./object-metadata.ts";

/**
 * Writes a data folder in the form that Cloudflare accepts: SQL for each database, and a file for each object. Moves
 * the bytes of the objects.
 */
export async function writeForEdge(dataDir: string, target: string): Promise<void> {
  mkdirSync(join(target, "objects"), { recursive: true });
  for (const name of DATABASES) {
    const database = new DatabaseSync(join(dataDir, databaseFile(name)), { readOnly: true });
    const file = await open(join(target, `${name}.sql`), "wx");
    try {
      for (const statement of dumpDatabase(database)) await file.write(`${statement}\n`);
    } finally {
      await file.close();
      database.close();
    }
  }
  const bucket = join(dataDir, bucketFile());
  const objects = existsSync(bucket) ? listObjects(bucket) : [];
  for (const { key, blob_id: id } of objects) {
    if (!isPlainPath(key)) throw new Error(`The key of the object ${key} cannot be a file name.`);
    const file = join(target, "objects", key);
    mkdirSync(dirname(file), { recursive: true });
    renameSync(join(dataDir, BLOBS, id), file);
  }
  writeMetadata(target, objects);
  for (const name of readdirSync(dataDir)) {
    if (isKey(name)) copyFileSync(join(dataDir, name), join(target, name));
  }
}

function listObjects(path: string): StoredObject[] {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    const rows = database.prepare("SELECT * FROM _mf_objects WHERE blob_id IS NOT NULL").all();
    return rows as unknown as StoredObject[];
  } finally {
    database.close();
  }
}
