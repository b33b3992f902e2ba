import { AsyncLocalStorage } from "node:async_hooks";

/** Writes one JSON line per event to standard error. `fields` must not contain secrets or report text. */
export type Log = (
  level: "info" | "warn" | "error",
  event: string,
  fields?: Record<string, unknown>,
) => void;

/** Errors whose messages this service wrote. */
const OWN_ERRORS = new Set(["AppError", "OutboundError", "SettingsError", "StorageError"]);

/** The database's own messages, which name tables and columns at most. */
const STORAGE_MESSAGE = /^D1_ERROR: [^\n]{1,300}/;

const MAX_CAUSES = 5;
const MAX_SQL_CHARS = 2000;

/**
 * Returns what the log may contain of an error: class, code, location, and SQL without parameters. Other messages are
 * excluded, because they quote what they failed on: statement values, invalid JSON, addresses.
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

/** Fields of the current work, added to every log line. */
const work = new AsyncLocalStorage<Readonly<Record<string, string>>>();

/** Adds fields, such as the request id, to every line logged while a function runs. */
export function withLogFields<T>(fields: Readonly<Record<string, string>>, run: () => T): T {
  return work.run({ ...work.getStore(), ...fields }, run);
}

/** The Worker's log. The operator receives console.error on both platforms. */
export const consoleLog: Log = (level, event, fields = {}) => {
  const time = new Date().toISOString();
  console.error(JSON.stringify({ time, level, event, ...work.getStore(), ...fields }));
};
