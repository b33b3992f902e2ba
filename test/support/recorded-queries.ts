import {
  createExecutionContext,
  createScheduledController,
  env,
  waitOnExecutionContext,
} from "cloudflare:test";
import type { Bindings } from "../../src/bindings.ts";
import worker from "../../src/worker.ts";
import { countQueries, type Query } from "./counted-database.ts";

/** A statement, the database that it was sent to, and what was asked when it was sent first. */
export interface Recorded extends Query {
  database: D1Database;
  asked: string;
}

/** The Worker, whose statements are kept, each once, and whose rows are counted. */
export class RecordedWorker {
  readonly queries = new Map<string, Recorded>();
  rowsRead = 0;
  readonly #bindings: Bindings;
  #asked = "";

  constructor() {
    this.#bindings = {
      ...env,
      KNOWLEDGE_DB: this.#record(env.KNOWLEDGE_DB),
      WORKSPACE_DB: this.#record(env.WORKSPACE_DB),
    };
  }

  /** @param asked what the statements are kept under */
  async send(path: string, init: RequestInit = {}, asked = path): Promise<Response> {
    this.#asked = `${init.method ?? "GET"} ${asked}`;
    const request = new Request(`http://localhost${path}`, init) as Request<
      unknown,
      IncomingRequestCfProperties
    >;
    const context = createExecutionContext();
    const response = await worker.fetch(request, this.#bindings, context);
    // Some answers are made while they are read.
    const body = await response.arrayBuffer();
    // What follows a change reads rows too, which are not those of a later request.
    await waitOnExecutionContext(context);
    return new Response(body, response);
  }

  async tick(cron: string): Promise<void> {
    this.#asked = `cron ${cron}`;
    await worker.scheduled(createScheduledController({ cron }), this.#bindings);
  }

  #record(database: D1Database): D1Database {
    return countQueries(database, (_statements, rowsRead, _rowsWritten, queries) => {
      this.rowsRead += rowsRead;
      for (const query of queries) {
        if (this.queries.has(query.sql)) continue;
        this.queries.set(query.sql, { ...query, database, asked: this.#asked });
      }
    });
  }
}
