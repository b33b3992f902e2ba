import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";

/** D1's result of a statement, as far as the Worker uses it. */
interface Result {
  success: true;
  results: Record<string, unknown>[];
  meta: { changes: number };
}

/** An SQLite database in this process with the interface of D1. */
export class SqliteD1 {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  readonly #total: StatementSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#total = database.prepare("SELECT total_changes() AS count");
  }

  prepare(sql: string): Statement {
    return new Statement(this, sql, []);
  }

  /** Runs all statements, or none of them. */
  async batch(statements: readonly Statement[]): Promise<Result[]> {
    this.#database.exec("BEGIN");
    try {
      const results = statements.map((statement) => statement.execute());
      this.#database.exec("END");
      return results;
    } catch (error) {
      this.#database.exec("ROLLBACK");
      throw error;
    }
  }

  /** Returns the SQLite statement, compiled once. */
  compile(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const compiled = this.#database.prepare(sql);
    this.#statements.set(sql, compiled);
    return compiled;
  }

  /** Returns the number of rows changed so far, including those by triggers and cascades, as D1 counts them. */
  totalChanges(): number {
    return Number(this.#total.get()?.["count"] ?? 0);
  }
}

class Statement {
  readonly #database: SqliteD1;
  readonly #sql: string;
  readonly #values: readonly unknown[];

  constructor(database: SqliteD1, sql: string, values: readonly unknown[]) {
    this.#database = database;
    this.#sql = sql;
    this.#values = values;
  }

  bind(...values: unknown[]): Statement {
    return new Statement(this.#database, this.#sql, values);
  }

  execute(): Result {
    const before = this.#database.totalChanges();
    const statement = this.#open(false);
    const values = this.#values.map(toSqlite);
    const hasRows = statement.columns().length > 0;
    const results = hasRows ? statement.all(...values) : [];
    if (!hasRows) statement.run(...values);
    const changes = this.#database.totalChanges() - before;
    return { success: true, results, meta: { changes } };
  }

  async all(): Promise<Result> {
    return this.execute();
  }

  async run(): Promise<Result> {
    return this.execute();
  }

  async first(column?: string): Promise<unknown> {
    const [row] = this.execute().results;
    if (row === undefined) return null;
    return column === undefined ? row : row[column];
  }

  async raw(): Promise<unknown> {
    return this.#open(true).all(...this.#values.map(toSqlite));
  }

  #open(asArrays: boolean): StatementSync {
    const statement = this.#database.compile(this.#sql);
    statement.setReturnArrays(asArrays);
    return statement;
  }
}

function toSqlite(value: unknown): SQLInputValue {
  if (typeof value === "boolean") return Number(value);
  if (value instanceof ArrayBuffer) return new Uint8Array(value);
  return (value ?? null) as SQLInputValue;
}
