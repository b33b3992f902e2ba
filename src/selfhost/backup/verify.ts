import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { CliError } from "../../exchange/cli/cli-error.ts";
import { createPrivately } from "../private-files.ts";
import { hasTable } from "./check-database.ts";
import { checkContents } from "./check-contents.ts";
import { checkTrail, HEAD_KEY } from "./check-trail.ts";
import { withCleanUp } from "./clean-up.ts";
import { extract } from "./extract.ts";
import { isKey } from "./keys.ts";
import { takeTemporaryFolder } from "./work-folder.ts";
import { BLOBS } from "../runtime/stored-objects.ts";

/** The archives to check. */
export interface Verification {
  archive: string;
  /** The separate archive of the keys; null if there is none. */
  keysArchive: string | null;
}

/**
 * Checks an archive without restoring it: its structure, the hash of every file, the databases, the bytes of every
 * object, and the audit trail if its key is present. Unpacks databases to a temporary folder.
 * @returns a sentence about what was checked
 * @throws CliError that says what is wrong
 */
export async function verify({ archive, keysArchive }: Verification): Promise<string> {
  createPrivately();
  const work = takeTemporaryFolder();
  try {
    return await withCleanUp(work.remove, async () => {
      const folder = join(work.path, "data");
      mkdirSync(folder);
      return await verifyIn(folder, archive, keysArchive);
    });
  } catch (error) {
    throw new CliError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

async function verifyIn(folder: string, archive: string, keysArchive: string | null) {
  const begin = () => undefined;
  const { head, sizes } = await extract(archive, { folder, begin, isWanted: wantedIn(folder) });
  if (keysArchive !== null) await extract(keysArchive, { folder, begin, isWanted: isKey });
  const checked = `${archive} of ${head.created_at} is whole: ${head.files} files`;
  if (head.content === "keys") return `${checked}, all of them keys.`;
  checkContents(folder, sizes);
  const trail = await checkKeyedTrail(folder, [...sizes.keys()]);
  return `${checked}, ${trail}.`;
}

/** Selects databases, keys and the head of the trail. Databases come first in an archive. */
function wantedIn(folder: string): (path: string) => boolean {
  const databases: string[] = [];
  let head: string | null | undefined;
  return (path) => {
    const isDatabase = path.endsWith(".sqlite");
    if (isDatabase) databases.push(path);
    if (isDatabase || isKey(path)) return true;
    if (head === undefined) head = findHead(folder, databases);
    return path === head;
  };
}

async function checkKeyedTrail(folder: string, paths: readonly string[]): Promise<string> {
  const key = join(folder, "audit.key");
  if (!existsSync(key)) return "the audit trail unchecked without its key";
  const databases = paths.filter((path) => path.endsWith(".sqlite"));
  const workspace = findWith(folder, databases, "audit");
  const knowledge = findWith(folder, databases, "releases");
  if (workspace === null || knowledge === null)
    throw new Error("The archive lacks a database. Use another backup.");
  const head = findHead(folder, databases);
  const previous = join(folder, "audit.key.previous");
  const entries = await checkTrail({
    workspace: join(folder, workspace),
    knowledge: join(folder, knowledge),
    head: head === null ? null : join(folder, head),
    key,
    previousKey: existsSync(previous) ? previous : null,
  });
  return `the audit trail valid with ${entries} entries`;
}

/** Returns the path of the head of the trail; null if there is none. */
function findHead(folder: string, databases: readonly string[]): string | null {
  const objects = findWith(folder, databases, "_mf_objects");
  if (objects === null) return null;
  const database = new DatabaseSync(join(folder, objects), { readOnly: true });
  try {
    const query = "SELECT blob_id FROM _mf_objects WHERE key = ?";
    const row = database.prepare(query).get(HEAD_KEY);
    return row === undefined ? null : `${BLOBS}/${String(row["blob_id"])}`;
  } finally {
    database.close();
  }
}

/** Returns the database that has a table; null if none has it. */
function findWith(folder: string, databases: readonly string[], table: string): string | null {
  const found = databases.find((path) => {
    const database = new DatabaseSync(join(folder, path), { readOnly: true });
    try {
      return hasTable(database, table);
    } finally {
      database.close();
    }
  });
  return found ?? null;
}
