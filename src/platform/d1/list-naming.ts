import { and, eq, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Naming, NamingQuery } from "../lib/naming.ts";
import type { Page, Paged } from "../lib/page.ts";
import type { WorkspaceDb } from "./databases.ts";
import { type PageQuery, readPage } from "./read-page.ts";

/** How the rows of a table name ids. */
export interface NamingTable extends Pick<PageQuery, "join" | "orderBy"> {
  id: SQLiteColumn;
  name: SQLiteColumn | SQL;
  domain: SQLiteColumn;
  version: SQLiteColumn;
  /** Limits the rows that count. */
  where?: SQL;
  /** SQL for the ids that a row names, as `named`: `from … where …` of that row. */
  naming: (isAskedFor: SQL) => SQL;
  /** One id within `naming`. */
  named: SQL;
}

/** Lists rows that name some ids, each with the ids it names. */
export async function listNaming(
  db: Pick<WorkspaceDb, "select">,
  table: SQLiteTable,
  { id, name, domain, version, where, naming, named, join, orderBy }: NamingTable,
  { attackIds, exceptVersions, ...query }: NamingQuery,
  page: Page,
): Promise<Paged<Naming>> {
  const isAskedFor = sql`${named} in (select value from json_each(${JSON.stringify(attackIds)}))`;
  const isExcepted = sql`${version} in (select value from json_each(${JSON.stringify(exceptVersions)}))`;
  const { items, total } = await readPage<
    SQLiteTable,
    Omit<Naming, "attack_ids"> & { found: string }
  >(db, table, {
    where: and(
      where,
      eq(domain, query.domain),
      // A row without a version belongs to no release.
      sql`(${version} is null or not ${isExcepted})`,
      sql`exists (select 1 ${naming(isAskedFor)})`,
    ),
    orderBy,
    page,
    columns: {
      id,
      name,
      version,
      found: sql`(select json_group_array(${named}) ${naming(isAskedFor)})`,
    },
    ...(join === undefined ? {} : { join }),
  });
  return {
    items: items.map(({ found, ...row }) => ({
      ...row,
      attack_ids: JSON.parse(found) as string[],
    })),
    total,
  };
}
