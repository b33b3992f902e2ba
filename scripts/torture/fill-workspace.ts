import { DatabaseSync } from "node:sqlite";
import { addRows, type Grown } from "../../test/support/grown-rows.ts";

/** The amount of data in a service. */
export type Held = Record<Grown | "observables" | "releases", number>;

/** Adds collected reports, sessions and rules to the workspace of a stopped service. */
export function fillWorkspace(file: string, held: Pick<Held, Grown>): void {
  const db = new DatabaseSync(file);
  db.exec("pragma synchronous = off; pragma cache_size = -400000; begin");
  for (const grown of ["intake", "sessions", "rules"] as const) {
    for (const statement of addRows(grown, 0, held[grown])) db.exec(statement);
  }
  db.exec("commit; pragma wal_checkpoint(truncate)");
  db.close();
}

/** Adds older releases to a knowledge base, with the content of its newest one. */
export function copyReleases(file: string, releases: number): void {
  const db = new DatabaseSync(file);
  const columnsOf = (table: string, change: Record<string, string>) => {
    const names = db.prepare(`select name from pragma_table_info('${table}')`).all();
    const columns = names.map(({ name }) => String(name));
    return [columns, columns.map((name) => change[name] ?? name)].map((list) => list.join(", "));
  };
  const tables = db
    .prepare(
      `select m.name from sqlite_master m, pragma_table_info(m.name) c where m.type = 'table' and c.name = 'release_id'`,
    )
    .all();
  const newest = `(select max(id) from releases where state = 'ready' and domain = 'enterprise-attack')`;
  const { id } = db.prepare(`select ${newest} as id`).get() as { id: number };
  db.exec("pragma synchronous = off; begin");
  for (let copy = 1; copy < releases; copy += 1) {
    const [into, from] = columnsOf("releases", {
      id: String(id + 1000 + copy),
      version: `'1.${copy}'`,
      version_rank: String(copy),
    });
    db.exec(`insert into releases (${into}) select ${from} from releases where id = ${id}`);
    for (const { name } of tables) {
      const [names, values] = columnsOf(String(name), { release_id: String(id + 1000 + copy) });
      db.exec(
        `insert into ${String(name)} (${names}) select ${values} from ${String(name)} where release_id = ${id}`,
      );
    }
  }
  db.exec("commit; pragma wal_checkpoint(truncate)");
  db.close();
}
