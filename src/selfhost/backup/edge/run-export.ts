import { createReadStream } from "node:fs";
import { constants, DatabaseSync } from "node:sqlite";
import { splitStatements } from "./split-statements.ts";

/** Actions of the statements in an export of D1. Others, such as `ATTACH`, could reach other files. */
const ALLOWED = new Set([
  constants.SQLITE_ALTER_TABLE,
  constants.SQLITE_ANALYZE,
  constants.SQLITE_CREATE_INDEX,
  constants.SQLITE_CREATE_TABLE,
  constants.SQLITE_CREATE_TRIGGER,
  constants.SQLITE_CREATE_VIEW,
  constants.SQLITE_DELETE,
  constants.SQLITE_INSERT,
  constants.SQLITE_READ,
  constants.SQLITE_REINDEX,
  constants.SQLITE_SELECT,
  constants.SQLITE_UPDATE,
]);
const PRAGMA = "defer_foreign_keys";
const REFUSED_FUNCTION = "load_extension";

/**
 * Fills a new database with an export of D1.
 * @throws Error with one sentence if a statement does not belong in an export
 */
export async function runExport(file: string, target: string): Promise<void> {
  const database = new DatabaseSync(target, { enableForeignKeyConstraints: false });
  try {
    database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; BEGIN");
    database.setAuthorizer((action, name, other) =>
      isAllowed(action, name, other) ? constants.SQLITE_OK : constants.SQLITE_DENY,
    );
    for await (const sql of splitStatements(createReadStream(file, "utf8")))
      run(database, sql, file);
    database.setAuthorizer(null);
    database.exec("END");
  } finally {
    database.close();
  }
}

function run(database: DatabaseSync, sql: string, file: string): void {
  try {
    database.exec(sql);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const start = JSON.stringify(sql.slice(0, 60));
    throw new Error(`${file} is not an export of D1: ${reason} in ${start}. Export it again.`, {
      cause: error,
    });
  }
}

/** @param name of a pragma; @param other the name of a function */
function isAllowed(action: number, name: string | null, other: string | null): boolean {
  if (action === constants.SQLITE_PRAGMA) return name?.toLowerCase() === PRAGMA;
  if (action === constants.SQLITE_FUNCTION) return other !== REFUSED_FUNCTION;
  return ALLOWED.has(action);
}
