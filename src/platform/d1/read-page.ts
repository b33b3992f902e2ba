import { getTableColumns, type InferSelectModel, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Page, Paged } from "../lib/page.ts";
import type { WorkspaceDb } from "./databases.ts";

/** The rows of a page, in a total order. */
export interface PageQuery {
  where: SQL | undefined;
  orderBy: readonly SQL[];
  page: Page;
  /** Selected columns, by default all of the table. */
  columns?: Record<string, SQLiteColumn | SQL | SQL.Aliased>;
  /** Another table with at most one row for each row. */
  join?: { table: SQLiteTable; on: SQL };
  /** The number of matching rows, if it is stored. Otherwise they are counted. */
  total?: SQL | undefined;
}

/** SQLite requires a limit before an offset. */
const NO_LIMIT = 2_147_483_647;

/**
 * Reads a page of a table's rows and their total in one statement: a batch of two takes a third longer. Only a page
 * beyond the end needs a second one.
 */
export async function readPage<T extends SQLiteTable, Row = InferSelectModel<T>>(
  db: Pick<WorkspaceDb, "select">,
  table: T,
  query: PageQuery,
): Promise<Paged<Row>> {
  const { where, orderBy, page, join, columns = getTableColumns(table) } = query;
  const joined = join === undefined ? sql`` : sql`left join ${join.table} on ${join.on}`;
  const wanted = where === undefined ? sql`` : sql`where ${where}`;
  const total = sql<number>`${query.total ?? sql`(select count(*) from ${table} ${joined} ${wanted})`}`;
  const selected = db.select({ row: columns, total }).from(table as SQLiteTable);
  const rows = await (join === undefined ? selected : selected.leftJoin(join.table, join.on))
    .where(where)
    .orderBy(...orderBy)
    .limit(page.limit ?? NO_LIMIT)
    .offset(page.offset);
  const items = rows.map(({ row }) => row as Row);
  const [first] = rows;
  if (first !== undefined || page.offset === 0) return { items, total: first?.total ?? 0 };
  const [end] = await db.select({ total }).from(sql`(select 1)`);
  return { items, total: end?.total ?? 0 };
}
