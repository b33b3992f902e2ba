import { randomBytes } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { isKey } from "../keys.ts";
import { BLOBS, CREATE_OBJECTS, storeObject } from "../../runtime/stored-objects.ts";
import { bucketFile, databaseFile, DATABASES } from "./data-files.ts";
import { type ObjectMetadata, readMetadata } from "./object-metadata.ts";
import { runExport } from "./run-export.ts";

/**
 * Writes a data folder from an export of Cloudflare: `workspace.sql` and `knowledge.sql` of D1, and the objects of
 * R2 below `objects`, by their keys. `objects.json` has their metadata.
 * @returns the sizes of the written files by path
 * @throws Error with one sentence if something is missing or cannot be read
 */
export async function readFromEdge(source: string, target: string): Promise<Map<string, number>> {
  for (const name of [...DATABASES.map((database) => `${database}.sql`), "objects"]) {
    if (!existsSync(join(source, name)))
      throw new Error(`${source} lacks ${name}. Export it from Cloudflare first.`);
  }
  const paths = DATABASES.map((name) => databaseFile(name));
  for (const [at, name] of DATABASES.entries())
    await runExport(join(source, `${name}.sql`), make(target, paths[at] ?? ""));
  const blobs = copyObjects(join(source, "objects"), target, readMetadata(source));
  for (const name of readdirSync(source).filter(isKey)) {
    copyFileSync(join(source, name), join(target, name));
  }
  const made = [...paths, bucketFile(), ...blobs];
  return new Map(made.map((path) => [path, statSync(join(target, path)).size]));
}

/** Creates the folder of a file, and returns the path of the file. */
function make(target: string, path: string): string {
  mkdirSync(dirname(join(target, path)), { recursive: true });
  return join(target, path);
}

/** Copies objects and fills the table of objects. Returns the paths of their bytes. */
function copyObjects(
  source: string,
  target: string,
  metadataOf: (key: string) => ObjectMetadata,
): string[] {
  mkdirSync(join(target, BLOBS), { recursive: true });
  const database = new DatabaseSync(make(target, bucketFile()));
  try {
    database.exec(`PRAGMA journal_mode = WAL; BEGIN; ${CREATE_OBJECTS}`);
    const paths = readdirSync(source, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
    const blobs = paths.map((path) => {
      const id = randomBytes(16).toString("hex");
      const { size, mtimeMs } = statSync(path);
      copyFileSync(path, join(target, BLOBS, id));
      const key = relative(source, path).split(sep).join("/");
      const uploaded = Math.floor(mtimeMs);
      const row = { key, blob_id: id, version: id, size, etag: id, uploaded, checksums: "{}" };
      const { sql, values } = storeObject({ ...row, ...metadataOf(key) });
      database.prepare(sql).run(...values);
      return `${BLOBS}/${id}`;
    });
    database.exec("END");
    return blobs;
  } finally {
    database.close();
  }
}
