import { AsyncLocalStorage } from "node:async_hooks";

/** One JSON line per event, on standard error; `fields` must not hold secrets or report text. */
export type Log = (
  level: "info" | "warn" | "error",
  event: string,
  fields?: Record<string, unknown>,
) => void;

/** Errors whose messages are sentences of ours. */
const OWN_ERRORS = new Set(["AppError", "OutboundError", "SettingsError", "StorageError"]);

/** What the database says of itself; names of tables and columns at most. */
const STORAGE_MESSAGE = /^D1_ERROR: [^\n]{1,300}/;

const MAX_CAUSES = 5;
const MAX_SQL_CHARS = 2000;

/**
 * What the log may hold of an error: its class, its code, where it happened, and the SQL without its
 * parameters. Messages of others are left out, because they quote what they failed on: values of a
 * statement, JSON that cannot be parsed, addresses.
 */
export function describeError(error: unknown, depth = 0): Record<string, unknown> {
  if (!(error instanceof Error)) return { error: typeof error };
  const { message, stack = "", cause } = error;
  const name = error.name === "Error" ? error.constructor.name : error.name;
  const { code, query } = error as { code?: unknown; query?: unknown };
  const shown = OWN_ERRORS.has(name) ? message : STORAGE_MESSAGE.exec(message)?.[0];
  return {
    error: name,
    ...(shown !== undefined && { message: shown }),
    ...(typeof code === "string" && { code }),
    ...(typeof query === "string" && { sql: query.slice(0, MAX_SQL_CHARS) }),
    stack: stack.split("\n").filter((line) => /^\s+at /.test(line)),
    ...(cause !== undefined && depth < MAX_CAUSES && { cause: describeError(cause, depth + 1) }),
  };
}

/** What every line says of the work that it belongs to. */
const work = new AsyncLocalStorage<Readonly<Record<string, string>>>();

/** Adds fields, such as the id of a request, to every line that is logged while a function runs. */
export function withLogFields<T>(fields: Readonly<Record<string, string>>, run: () => T): T {
  return work.run({ ...work.getStore(), ...fields }, run);
}

/** The log of the Worker: what console.error receives reaches the operator on both platforms. */
export const consoleLog: Log = (level, event, fields = {}) => {
  const time = new Date().toISOString();
  console.error(JSON.stringify({ time, level, event, ...work.getStore(), ...fields }));
};
