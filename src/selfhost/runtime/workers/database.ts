/**
 * A database of the self-hosted service: a Durable Object on SQLite that serves the D1 binding. The Node program can
 * hold it briefly for exclusive use of the file, because SQLite in workerd fails instead of waiting for a lock.
 */
import { DurableObject } from "cloudflare:workers";
import { collectAfter } from "../../../platform/lib/garbage.ts";

interface Query {
  sql: string;
  params?: readonly SqlStorageValue[];
}

/** The result of one statement, as the D1 binding expects it. */
interface QueryResult {
  success: true;
  results: { columns: string[]; rows: unknown[][] };
  meta: Record<string, number>;
}

/** A request that waits for the commit in progress. */
interface Waiting {
  queries: readonly Query[];
  settle: PromiseWithResolvers<QueryResult[]>;
}

/** Exclusive use of the database by one holder. */
interface Hold {
  holder: string;
  ended: PromiseWithResolvers<void>;
}

/** How long a hold waits for the commit in progress. New requests wait too, so this is short. */
const MAX_WAIT_MS = 500;
/** A hold expires after this time, even if it is not released. */
const MAX_HELD_MS = 60_000;
const countCall = collectAfter(300);
const READS = /^\s*select\b/i;

export class Database extends DurableObject {
  readonly #sql = this.ctx.storage.sql;
  /** Number of changes since the file was opened, as SQLite counts them. */
  #totalChanges = this.#countChanges().total;
  readonly #waiting: Waiting[] = [];
  /** Settles when all changes are on disk; null if no commit is in progress. */
  #committing: Promise<void> | null = null;
  #hold: Hold | null = null;

  override async fetch(request: Request): Promise<Response> {
    countCall();
    const { pathname, searchParams } = new URL(request.url);
    const holder = searchParams.get("holder") ?? "";
    if (pathname === "/gate/hold")
      return new Response(null, {
        status: await this.#tryHold(holder, Number(searchParams.get("ms"))),
      });
    if (pathname === "/gate/release") {
      if (this.#hold?.holder === holder) this.#release();
      return new Response(null, { status: 204 });
    }
    const queries = [await request.json<Query | Query[]>()].flat();
    while (this.#hold !== null) await this.#hold.ended.promise;
    try {
      const results = await this.#run(queries);
      const isTable = searchParams.get("resultsFormat") === "ROWS_AND_COLUMNS";
      return Response.json(isTable ? results : results.map(toObjects));
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      return Response.json({ success: false, error: message });
    }
  }

  /**
   * Runs the statements of a request in one transaction. Changes that arrive during a commit wait, and are committed
   * together, because each commit costs one `fsync`. workerd sends a response only after its changes are on disk.
   */
  async #run(queries: readonly Query[]): Promise<QueryResult[]> {
    if (queries.every(({ sql }) => READS.test(sql)))
      return queries.map((query) => this.#one(query));
    if (this.#committing === null) {
      const results = this.#change(queries);
      this.#committing = this.#commitAll();
      return results;
    }
    const settle = Promise.withResolvers<QueryResult[]>();
    this.#waiting.push({ queries, settle });
    return await settle.promise;
  }

  /** Waits until the last changes are on disk, then applies the waiting ones, until none wait. */
  async #commitAll(): Promise<void> {
    try {
      for (;;) {
        await this.ctx.storage.sync();
        if (this.#waiting.length === 0) break;
        for (const { queries, settle } of this.#waiting.splice(0)) {
          // A failure rolls back only its own changes.
          try {
            settle.resolve(this.#change(queries));
          } catch (error) {
            settle.reject(error);
          }
        }
      }
    } catch (error) {
      for (const { settle } of this.#waiting.splice(0)) settle.reject(error);
    } finally {
      this.#committing = null;
    }
  }

  #change(queries: readonly Query[]): QueryResult[] {
    return this.ctx.storage.transactionSync(() => queries.map((query) => this.#one(query)));
  }

  #one({ sql, params = [] }: Query): QueryResult {
    const values = params.map((value) => (Array.isArray(value) ? toBuffer(value) : value));
    const cursor = this.#sql.exec(sql, ...values);
    const rows = [...cursor.raw()].map((row) => row.map(toPlain));
    const { rowsRead: rows_read, rowsWritten: rows_written } = cursor;
    const { columnNames: columns } = cursor;
    const changed = rows_written > 0 ? this.#readChanges() : { changes: 0, last_row_id: 0 };
    const meta = { duration: 0, rows_read, rows_written, ...changed };
    return { success: true, results: { columns, rows }, meta };
  }

  /** Counts the changes of the last statement, triggers included. */
  #readChanges(): { changes: number; last_row_id: number } {
    const { total, last } = this.#countChanges();
    const changes = total - this.#totalChanges;
    this.#totalChanges = total;
    return { changes, last_row_id: last };
  }

  #countChanges(): { total: number; last: number } {
    const query = "select total_changes() as total, last_insert_rowid() as last";
    return this.#sql.exec<{ total: number; last: number }>(query).one();
  }

  /** Returns 204 once no commit is in progress, or 409 if that takes too long or another holder has the database. */
  async #tryHold(holder: string, forMs: number): Promise<number> {
    if (this.#hold !== null) return 409;
    const hold = { holder, ended: Promise.withResolvers<void>() };
    this.#hold = hold;
    const isIdle = await Promise.race([this.#becomeIdle(), expire(MAX_WAIT_MS)]);
    if (!isIdle) this.#release();
    else
      void expire(Math.min(forMs, MAX_HELD_MS)).then(() => this.#hold === hold && this.#release());
    return isIdle ? 204 : 409;
  }

  async #becomeIdle(): Promise<true> {
    while (this.#committing !== null) await this.#committing;
    return true;
  }

  #release(): void {
    this.#hold?.ended.resolve();
    this.#hold = null;
  }
}

/** Returns a result with its rows as objects, which the binding expects for `run`. */
function toObjects({ results: { columns, rows }, ...result }: QueryResult) {
  const toObject = (row: readonly unknown[]) =>
    Object.fromEntries(columns.map((name, at) => [name, row[at]]));
  return { ...result, results: rows.map(toObject) };
}

async function expire(ms: number): Promise<false> {
  await scheduler.wait(ms);
  return false;
}

/** Converts a value for the binding, which expects bytes as arrays of numbers. */
function toPlain(value: SqlStorageValue): unknown {
  return value instanceof ArrayBuffer ? [...new Uint8Array(value)] : value;
}

function toBuffer(bytes: readonly number[]): ArrayBuffer {
  return new Uint8Array(bytes).buffer;
}

/** The background process reaches a database by its name as the host; others go to the object directly. */
export default {
  fetch: async (request, { DATABASES }) => {
    const { hostname } = new URL(request.url);
    return await DATABASES.get(DATABASES.idFromName(hostname)).fetch(request);
  },
} satisfies ExportedHandler<{ DATABASES: DurableObjectNamespace }>;
