import { readdirSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { requireKnown } from "../migrate.ts";
import { PROJECT } from "../project.ts";

const OBJECTS = "SELECT blob_id, size FROM _mf_objects WHERE blob_id IS NOT NULL";
const PARTS = "SELECT blob_id, size FROM _mf_multipart_parts";

/** A file with the bytes of an object. */
export interface BlobRow {
  blob_id: string;
  size: number;
}

/** @throws Error with one sentence if a database is damaged */
export function requireSound(path: string): void {
  const database = new DatabaseSync(path);
  try {
    const [found] = database.prepare("PRAGMA quick_check(1)").all();
    // SQLite treats a file of a few bytes as an empty database.
    const { page_count: pages } = database.prepare("PRAGMA page_count").get() ?? {};
    const isWhole = pages !== 0 || statSync(path).size === 0;
    if (isWhole && Object.values(found ?? {})[0] === "ok") return;
  } catch {
    // The file is not a database.
  } finally {
    database.close();
  }
  throw new Error(`The database ${basename(path)} is damaged. Restore an earlier backup.`);
}

/** @throws Error with one sentence if a later version of the service created tables in it */
export function requireKnownMigrations(database: DatabaseSync): void {
  if (!hasTable(database, "d1_migrations")) return;
  const known = ["workspace", "knowledge"].flatMap((name) =>
    readdirSync(join(PROJECT, "migrations", name)),
  );
  const applied = database.prepare("SELECT name FROM d1_migrations").all();
  requireKnown(
    applied.map(({ name }) => String(name)),
    known,
  );
}

/** Returns the blobs that a database names; empty without a table of objects. */
export function listBlobs(database: DatabaseSync): BlobRow[] {
  if (!hasTable(database, "_mf_objects")) return [];
  // Only earlier versions had uploads in parts.
  const queries = hasTable(database, "_mf_multipart_parts") ? [OBJECTS, PARTS] : [OBJECTS];
  return queries.flatMap((sql) =>
    database
      .prepare(sql)
      .all()
      .map(({ blob_id: id, size }) => ({ blob_id: String(id), size: Number(size) })),
  );
}

export function hasTable(database: DatabaseSync, name: string): boolean {
  return database.prepare("SELECT 1 FROM sqlite_schema WHERE name = ?").get(name) !== undefined;
}
