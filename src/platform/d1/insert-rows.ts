import { getTableColumns, type SQL, sql } from "drizzle-orm";
import { QueryBuilder, type SQLiteColumn, type SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Writer } from "./databases.ts";
import { jsonChunks } from "./json-chunks.ts";
import { jsonRows } from "./json-rows.ts";

/** Returns the statement that inserts a row if a condition is true. Missing columns are null. */
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
 * Returns the statements that insert any number of whole rows if a condition is true. Values are sent as JSON, because
 * D1 binds at most 100 per statement. The condition may refer to the row as `value`.
 */
export function insertRows<T extends SQLiteTable>(
  write: Writer,
  table: T,
  rows: readonly T["$inferInsert"][],
  held: SQL,
) {
  return [...jsonChunks(rows)].map(({ json }) => insertJson(write, table, json, held));
}

/** Returns the statement for rows that are already a JSON array small enough for one parameter. */
export function insertJson<T extends SQLiteTable>(
  write: Writer,
  table: T,
  json: string,
  held: SQL,
) {
  const select = selectEach(table, (key, column) => {
    const path = `$.${key}`;
    // A JSON column contains JSON but no JSON null, which means a missing value.
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
 * Returns the statement that inserts a row for each row of the SQL after `from`, if a condition is true: for rows
 * computed from others.
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

/** Selects a value for each column under the column's name, as an insert requires. */
function selectEach(table: SQLiteTable, valueOf: (key: string, column: SQLiteColumn) => SQL) {
  const columns = Object.entries(getTableColumns(table)) as [string, SQLiteColumn][];
  return new QueryBuilder().select(
    Object.fromEntries(columns.map(([key, column]) => [key, valueOf(key, column).as(column.name)])),
  );
}
