import { readdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** Returns the workspace database in the folder of a stopped service. */
export const workspaceFile = (folder: string): string => databaseFile(folder, "observables");

/** Returns the database with a table, in the folder of a stopped service. */
export function databaseFile(folder: string, table: string): string {
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    if (!name.endsWith(".sqlite")) continue;
    const db = new DatabaseSync(join(folder, name), { readOnly: true });
    const found = db.prepare("select 1 from sqlite_master where name = ?").get(table);
    db.close();
    if (found !== undefined) return join(folder, name);
  }
  throw new Error(`No database there has ${table}`);
}
