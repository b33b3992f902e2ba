/** One JSON line per event, on standard error; `fields` must not hold secrets or report text. */
export type Log = (
  level: "info" | "warn" | "error",
  event: string,
  fields?: Record<string, unknown>,
) => void;

/** Everything that is known of an error, for the log only. */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { error: String(error) };
  const described: Record<string, unknown> = { error: error.message, stack: error.stack };
  if (error.cause !== undefined) described["cause"] = describeError(error.cause);
  return described;
}

/** The log of the Worker: what console.error receives reaches the operator on both platforms. */
export const consoleLog: Log = (level, event, fields = {}) => {
  console.error(JSON.stringify({ level, event, ...fields }));
};
