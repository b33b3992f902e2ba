import { readdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

const TABLES = ["tactics", "techniques", "groups", "campaigns", "software", "uses", "attributions"];

/**
 * What the knowledge base of a stopped service holds: per release its domain, version, state and
 * the number of its rows in each table, then rows that belong to no release.
 */
export function storedReleases(dataDir: string): string[] {
  const folder = join(dataDir, "d1");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  for (const file of files.filter((name) => name.endsWith(".sqlite"))) {
    const database = new DatabaseSync(join(folder, file), { readOnly: true });
    try {
      const known = database
        .prepare("SELECT name FROM sqlite_master WHERE name = 'releases'")
        .get();
      if (known !== undefined) return describe(database);
    } finally {
      database.close();
    }
  }
  throw new Error(`No knowledge base in ${folder}`);
}

function describe(database: DatabaseSync): string[] {
  const counts = TABLES.map(
    (table) => `(SELECT count(*) FROM "${table}" t WHERE t.release_id = r.id) AS ${table}`,
  ).join(", ");
  const releases = database
    .prepare(`SELECT domain, version, state, ${counts} FROM releases r`)
    .all()
    .map((row) => JSON.stringify(row));
  const strays = TABLES.map((table) => {
    const sql = `SELECT count(*) AS n FROM "${table}" WHERE release_id NOT IN (SELECT id FROM releases)`;
    return `${table} without release: ${String(database.prepare(sql).get()?.["n"])}`;
  });
  return [...releases.sort(), ...strays];
}
