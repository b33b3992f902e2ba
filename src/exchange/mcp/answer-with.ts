import { createMcpHandler, type McpServerFactory } from "@modelcontextprotocol/server";
import { consoleLog, describeError } from "../../platform/lib/log.ts";

/**
 * Answers a message with any server. Each request gets a handler of its own: an isolate must not write to
 * a stream of another request.
 * @param message the parsed body; undefined for one that is not JSON, which the handler then refuses
 */
export async function answerWith(
  factory: McpServerFactory,
  request: Request,
  message: unknown,
): Promise<Response> {
  const handler = createMcpHandler(factory, { onerror: logFault });
  return await handler.fetch(request, message === undefined ? {} : { parsedBody: message });
}

/** Refusals of the protocol are the client's to know; the rest is ours. */
function logFault(error: Error): void {
  if (/^(?:Rejected|Unsupported)/.test(error.message)) return;
  consoleLog("warn", "mcp.fault", describeError(error));
}
