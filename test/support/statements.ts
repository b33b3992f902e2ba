import { env } from "cloudflare:test";
import type { Bindings } from "../../src/bindings.ts";
import { type Services, servicesOf } from "../../src/services.ts";
import { countQueries } from "./counted-database.ts";

/** Counts what D1 counts as queries: each statement, those of a batch one by one; and rows read. */
export class StatementCount {
  total = 0;
  rowsRead = 0;

  /** The same database, whose statements are counted. */
  wrap(database: D1Database): D1Database {
    return countQueries(database, (statements, rowsRead) => {
      this.total += statements;
      this.rowsRead += rowsRead;
    });
  }
}

/** A context of its own whose statements on both databases are counted. */
export function countedContext(change: Partial<Services> = {}): {
  context: Services;
  count: StatementCount;
} {
  const count = new StatementCount();
  const bindings: Bindings = {
    ...env,
    KNOWLEDGE_DB: count.wrap(env.KNOWLEDGE_DB),
    WORKSPACE_DB: count.wrap(env.WORKSPACE_DB),
  };
  const context = { ...servicesOf(bindings), sendMessage: async () => undefined, ...change };
  return { context, count };
}
