/**
 * The Worker as the platform runs it: every invocation has so many statements and operations on
 * bindings and no more, and no binding that only self-hosting has. What each took is told at
 * `/__invocations`.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import type { Bindings } from "../../../src/bindings.ts";
import worker from "../../../src/worker.ts";
import { countQueries } from "../counted-database.ts";
import type { Invocation } from "./invocation.ts";

/** Per invocation, on the paid plan (https://developers.cloudflare.com/d1/platform/limits/). */
const MAX_STATEMENTS = 1_000;
const MAX_OPERATIONS = 1_000;
const MAX_PARAMETERS = 100;
const MAX_STATEMENT_CHARS = 100_000;
const MAX_VALUE_BYTES = 2_000_000;

const RUNS = new Set<unknown>(["all", "first", "raw", "run"]);
const invocations: Invocation[] = [];
const current = new AsyncLocalStorage<Invocation>();
let latest: Invocation | undefined;

/** The invocation that is running. A streamed body is read outside of its handler: it counts for the latest one. */
const running = () => current.getStore() ?? latest;

/** Runs a handler as an invocation of its own. */
function invoke<T>(what: string, handler: () => T): T {
  const counts = { statements: 0, rowsRead: 0, rowsWritten: 0, operations: 0 };
  const invocation: Invocation = { what, ...counts, refused: null };
  invocations.push(invocation);
  latest = invocation;
  return current.run(invocation, handler);
}

function refuse(limit: string): never {
  const invocation = running();
  if (invocation !== undefined) invocation.refused ??= limit;
  throw new Error(`D1_ERROR: ${limit}`);
}

function count(what: "statements" | "operations", number: number, most: number): void {
  const invocation = running();
  if (invocation === undefined) throw new Error("A binding was used outside of an invocation.");
  invocation[what] += number;
  if (invocation[what] > most) refuse(`Too many ${what} in one invocation`);
}

const countStatements = (number: number) => count("statements", number, MAX_STATEMENTS);
const countOperation = () => count("operations", 1, MAX_OPERATIONS);

/** The bindings of an isolate, which are the same for all its invocations. */
let bindings: Bindings | null = null;

function limitBindings(env: Bindings): Bindings {
  bindings ??= {
    ...env,
    KNOWLEDGE_DB: limitDatabase(countRows(env.KNOWLEDGE_DB)),
    WORKSPACE_DB: limitDatabase(countRows(env.WORKSPACE_DB)),
    FILES: countCalls(env.FILES),
    JOBS: countCalls(env.JOBS),
  };
  return bindings;
}

/** Rows are counted when they were read, statements before they are sent. */
const countRows = (database: D1Database) =>
  countQueries(database, (_statements, rowsRead, rowsWritten) => {
    const invocation = running();
    if (invocation === undefined) return;
    invocation.rowsRead += rowsRead;
    invocation.rowsWritten += rowsWritten;
  });

function limitDatabase(database: D1Database): D1Database {
  const originals = new WeakMap<object, D1PreparedStatement>();
  const wrap = (statement: D1PreparedStatement): D1PreparedStatement => {
    const limited = new Proxy(statement, {
      get: (target, key) => {
        if (key === "bind") {
          return (...values: unknown[]) => wrap(target.bind(...checkValues(values)));
        }
        const call = method(target, key);
        return RUNS.has(key) && call !== null
          ? async (...rest: unknown[]) => (countStatements(1), await call(...rest))
          : (call ?? Reflect.get(target, key));
      },
    });
    originals.set(limited, statement);
    return limited;
  };
  return new Proxy(database, {
    get: (target, key) => {
      if (key === "prepare") {
        return (sql: string) =>
          sql.length > MAX_STATEMENT_CHARS
            ? refuse("statement too long")
            : wrap(target.prepare(sql));
      }
      if (key === "batch") {
        return async (list: D1PreparedStatement[]) => {
          countStatements(list.length);
          return await target.batch(list.map((one) => originals.get(one) ?? one));
        };
      }
      return method(target, key) ?? Reflect.get(target, key);
    },
  });
}

function checkValues(values: unknown[]): unknown[] {
  if (values.length > MAX_PARAMETERS) refuse("too many SQL variables");
  for (const value of values) {
    const isLong = typeof value === "string" && value.length > MAX_VALUE_BYTES / 4;
    if (isLong && new TextEncoder().encode(value).length > MAX_VALUE_BYTES) {
      refuse("string or blob too big");
    }
  }
  return values;
}

/** A binding whose every call counts. */
function countCalls<T extends object>(binding: T): T {
  return new Proxy(binding, {
    get: (target, key) => {
      const call = method(target, key);
      if (call === null) return Reflect.get(target, key);
      return (...values: unknown[]) => {
        countOperation();
        return call(...values);
      };
    },
  });
}

function method(target: object, key: string | symbol): ((...values: unknown[]) => unknown) | null {
  const value: unknown = Reflect.get(target, key);
  return typeof value === "function" ? (value.bind(target) as (...v: unknown[]) => unknown) : null;
}

export default {
  fetch: async (request, env, execution) => {
    const { pathname } = new URL(request.url);
    if (pathname === "/__invocations") return Response.json(invocations.splice(0));
    return await invoke(`${request.method} ${pathname}`, async () => {
      return await worker.fetch(request, limitBindings(env), execution);
    });
  },
  queue: async (batch, env) => await invoke("queue", () => worker.queue(batch, limitBindings(env))),
  scheduled: async (controller, env) =>
    await invoke(`cron ${controller.cron}`, () => worker.scheduled(controller, limitBindings(env))),
} satisfies ExportedHandler<Bindings, { job_id: string }>;
