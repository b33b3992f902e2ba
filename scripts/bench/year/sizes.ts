import { DatabaseSync } from "node:sqlite";

/** Bytes of the observables with their mentions, and of everything else. */
export interface Sizes {
  observables: number;
  rest: number;
}

/** Returns the sizes of a workspace's tables, including their indexes. */
export function readSizes(file: string): Sizes {
  const db = new DatabaseSync(file, { readOnly: true });
  const rows = db
    .prepare(
      `select m.tbl_name as name, sum(s.pgsize) as bytes from dbstat s join sqlite_master m on m.name = s.name
       where s.aggregate = 1 group by m.tbl_name`,
    )
    .all() as { name: string; bytes: number }[];
  db.close();
  const isObservable = (name: string) => /^observable(s|_sources)$/.test(name);
  const sum = (wanted: boolean) =>
    rows.reduce((all, { name, bytes }) => all + (isObservable(name) === wanted ? bytes : 0), 0);
  return { observables: sum(true), rest: sum(false) };
}

/** Returns the bytes per item. */
export const perEach = (before: Sizes, after: Sizes, key: keyof Sizes, number: number): number =>
  (after[key] - before[key]) / number;
