import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/** Runs statements of one database in one transaction. Returns the rows of each. */
export type RunBatch = (
  statements: readonly { sql: string; values: readonly unknown[] }[],
) => Promise<Record<string, unknown>[][]>;

/** The table that wrangler uses too, so that either may apply the next migration. */
const CREATE_ACCOUNT = `CREATE TABLE IF NOT EXISTS d1_migrations (
  id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE,
  applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)`;

const plain = (sql: string) => ({ sql, values: [] });

/**
 * Applies the migrations of a folder that the database lacks, each file and its record in one batch.
 * @param onWork called before the first, if there is any
 * @returns whether the database is new
 * @throws Error with one sentence if a newer version has migrated the database
 */
export async function migrate(
  run: RunBatch,
  folder: string,
  onWork?: () => void,
): Promise<boolean> {
  const [, rows = []] = await run([plain(CREATE_ACCOUNT), plain("SELECT name FROM d1_migrations")]);
  const applied = new Set(rows.map((row) => row["name"] as string));
  const files = (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort();
  requireKnown(applied, files);
  const missing = files.filter((file) => !applied.has(file));
  if (missing.length > 0) onWork?.();
  for (const name of missing) {
    const statements = (await readFile(join(folder, name), "utf8"))
      .split("--> statement-breakpoint")
      .map((statement) => statement.trim())
      .filter((statement) => statement !== "");
    await run([
      ...statements.map(plain),
      { sql: "INSERT INTO d1_migrations (name) VALUES (?)", values: [name] },
    ]);
  }
  return applied.size === 0;
}

/**
 * Checks that this version knows all migrations of a database.
 * @throws Error with one sentence, because a newer version might not be able to read what this one writes
 */
export function requireKnown(applied: Iterable<string>, known: Iterable<string>): void {
  const [unknown] = new Set(applied).difference(new Set(known));
  if (unknown === undefined) return;
  throw new Error(
    `The databases were written by a newer version of Tradecraft (${unknown}). Use that version or a later one, or restore an earlier backup.`,
  );
}
