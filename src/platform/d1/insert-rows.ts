import { getTableColumns, type SQL, sql } from "drizzle-orm";
import { QueryBuilder, type SQLiteColumn, type SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Writer } from "./databases.ts";
import { jsonChunks } from "./json-chunks.ts";
import { jsonRows } from "./json-rows.ts";

/** The statement that inserts a row where a condition holds; what is left out is null. */
export function insertRow<T extends SQLiteTable>(
  write: Writer,
  table: T,
  row: T["$inferInsert"],
  held: SQL,
) {
  const given = row as Record<string, unknown>;
  const select = selectEach(table, (key, column) => sql`${sql.param(given[key] ?? null, column)}`);
  return write.insert(table).select(select.from(sql`(select 1)`).where(held) as never);
}

/**
 * The statements that insert whole rows where a condition holds, however many there are: their values
 * go as JSON, since D1 binds at most 100 a statement. The condition may speak of the row as `value`.
 */
export function insertRows<T extends SQLiteTable>(
  write: Writer,
  table: T,
  rows: readonly T["$inferInsert"][],
  held: SQL,
) {
  return [...jsonChunks(rows)].map(({ json }) => insertJson(write, table, json, held));
}

/** The same of rows that are a JSON array already, small enough for one parameter. */
export function insertJson<T extends SQLiteTable>(
  write: Writer,
  table: T,
  json: string,
  held: SQL,
) {
  const select = selectEach(table, (key, column) => {
    const path = `$.${key}`;
    // A JSON column holds JSON, but no JSON null: that is the absence of a value.
    return column.dataType === "json"
      ? sql`nullif(value -> ${path}, 'null')`
      : sql`value ->> ${path}`;
  });
  return write.insert(table).select(
    select
      .from(jsonRows(json))
      .where(held)
      .orderBy(sql`key`) as never,
  );
}

/** SQL for the value of each column of a table. */
export type ColumnValues<T extends SQLiteTable> = Record<keyof T["$inferSelect"], SQL>;

/**
 * The statement that inserts a row for each row that SQL names behind `from`, where a condition holds:
 * for rows that are computed from others.
 * @param order in which they are inserted
 */
export function insertFrom<T extends SQLiteTable>(
  write: Writer,
  table: T,
  values: ColumnValues<T>,
  from: SQL,
  held: SQL,
  order: readonly SQL[] = [],
) {
  const given = values as Record<string, SQL>;
  const select = selectEach(table, (key) => given[key] ?? sql`null`);
  return write.insert(table).select(
    select
      .from(from)
      .where(held)
      .orderBy(...order) as never,
  );
}

/** A selection of a value for each column under the name of the column, as an insert wants it. */
function selectEach(table: SQLiteTable, valueOf: (key: string, column: SQLiteColumn) => SQL) {
  const columns = Object.entries(getTableColumns(table)) as [string, SQLiteColumn][];
  return new QueryBuilder().select(
    Object.fromEntries(columns.map(([key, column]) => [key, valueOf(key, column).as(column.name)])),
  );
}
