import { readdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** How many rows a table of a stopped service holds, as its files have them, where a column says so. */
export function countStored(dataDir: string, table: string, column: string, value: string): number {
  const folder = join(dataDir, "d1");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  for (const file of files.filter((name) => name.endsWith(".sqlite"))) {
    const database = new DatabaseSync(join(folder, file), { readOnly: true });
    try {
      const known = database.prepare("SELECT 1 FROM sqlite_master WHERE name = ?").get(table);
      if (known === undefined) continue;
      const sql = `SELECT count(*) AS n FROM "${table}" WHERE "${column}" = ?`;
      return Number(database.prepare(sql).get(value)?.["n"]);
    } finally {
      database.close();
    }
  }
  throw new Error(`No table ${table} in ${folder}`);
}
