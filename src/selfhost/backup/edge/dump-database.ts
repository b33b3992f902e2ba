import type { DatabaseSync, SQLOutputValue } from "node:sqlite";

/** D1 accepts statements of up to 100 KB, so longer values are written in pieces. */
const MAX_LITERAL = 40_000;
/** Tables that workerd, SQLite and the platform create themselves. */
const INTERNAL = /^(_cf_|sqlite_)/;

/** Yields the statements that create a copy of a database, in an order that D1 accepts. */
export function* dumpDatabase(database: DatabaseSync): Generator<string, void, void> {
  yield "PRAGMA defer_foreign_keys=TRUE;";
  const objects = database
    .prepare("SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY rowid")
    .all()
    .filter(({ name }) => !INTERNAL.test(String(name)));
  const of = (...types: string[]) => objects.filter(({ type }) => types.includes(String(type)));
  for (const { sql } of of("table")) yield `${String(sql)};`;
  for (const { name } of of("table")) yield* dumpRows(database, String(name));
  yield* dumpCounters(database);
  // Triggers would change or reject these rows, so they come last.
  for (const { sql } of of("index", "view", "trigger")) yield `${String(sql)};`;
}

function* dumpRows(database: DatabaseSync, table: string): Generator<string> {
  const rows = database.prepare(`SELECT rowid AS _rowid, * FROM ${quoted(table)}`);
  rows.setReadBigInts(true);
  for (const { _rowid, ...row } of rows.iterate()) {
    const rowid = literal(_rowid);
    const values = Object.values(row).map((value) => literal(shortened(value)));
    const columns = ["rowid", ...Object.keys(row).map(quoted)];
    yield `INSERT INTO ${quoted(table)} (${columns.join(",")}) VALUES (${[rowid, ...values].join(",")});`;
    for (const [column, value] of Object.entries(row)) {
      for (const piece of furtherPieces(value))
        yield `UPDATE ${quoted(table)} SET ${quoted(column)}=${quoted(column)}||${literal(piece)} WHERE rowid=${rowid};`;
    }
  }
}

/** Yields statements that store the last number of each table whose numbers are never reused. */
function* dumpCounters(database: DatabaseSync): Generator<string> {
  const find = "SELECT 1 FROM sqlite_schema WHERE name = 'sqlite_sequence'";
  if (database.prepare(find).get() === undefined) return;
  yield "DELETE FROM sqlite_sequence;";
  for (const { name, seq } of database.prepare("SELECT name, seq FROM sqlite_sequence").all())
    yield `INSERT INTO sqlite_sequence VALUES (${literal(name)},${Number(seq)});`;
}

const shortened = (value: SQLOutputValue) =>
  typeof value === "string" ? (pieces(value)[0] ?? "") : value;
const furtherPieces = (value: SQLOutputValue) =>
  typeof value === "string" && value.length > MAX_LITERAL / 4 ? pieces(value).slice(1) : [];

/** Splits between characters; a character has at most four bytes. */
function pieces(text: string): string[] {
  if (text.length <= MAX_LITERAL / 4) return [text];
  return text.match(new RegExp(`[^]{1,${MAX_LITERAL / 4}}`, "gu")) ?? [];
}

function literal(value: SQLOutputValue | undefined): string {
  if (value === null || value === undefined) return "NULL";
  if (typeof value === "string") return `'${value.replaceAll("'", "''")}'`;
  if (value instanceof Uint8Array) return `X'${Buffer.from(value).toString("hex")}'`;
  return String(value);
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
