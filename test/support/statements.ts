import { env } from "cloudflare:test";
import type { Bindings } from "../../src/bindings.ts";
import { type Services, servicesOf } from "../../src/services.ts";

/** Counts what D1 counts as queries: each statement, those of a batch one by one. */
export class StatementCount {
  total = 0;

  /** The same database, whose statements are counted. */
  wrap(database: D1Database): D1Database {
    return new Proxy(database, {
      get: (target, name) => {
        if (name === "prepare") return (query: string) => this.#wrap(target.prepare(query));
        if (name === "batch") {
          return async (statements: D1PreparedStatement[]) => {
            this.total += statements.length;
            return await target.batch(statements.map((one) => unwrapped.get(one) ?? one));
          };
        }
        const value = Reflect.get(target, name) as unknown;
        return typeof value === "function" ? (value.bind(target) as unknown) : value;
      },
    });
  }

  #wrap(statement: D1PreparedStatement): D1PreparedStatement {
    const wrapped = new Proxy(statement, {
      get: (target, name) => {
        if (name === "bind") {
          return (...values: unknown[]) => this.#wrap(target.bind(...values));
        }
        const value = Reflect.get(target, name) as unknown;
        if (typeof value !== "function") return value;
        return async (...values: unknown[]) => {
          this.total += 1;
          return (await Reflect.apply(value, target, values)) as unknown;
        };
      },
    });
    unwrapped.set(wrapped, statement);
    return wrapped;
  }
}

/** A batch takes the platform's own statements only. */
const unwrapped = new WeakMap<object, D1PreparedStatement>();

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
