import { createMcpHandler, type McpServerFactory } from "@modelcontextprotocol/server";
import { consoleLog, describeError } from "../../platform/lib/log.ts";

/**
 * Answers a message with any server. Each request gets a separate handler: an isolate must not write to a stream of
 * another request.
 * @param message the parsed body; undefined if it is not JSON, which the handler then rejects
 */
export async function answerWith(
  factory: McpServerFactory,
  request: Request,
  message: unknown,
): Promise<Response> {
  const handler = createMcpHandler(factory, { onerror: logFault });
  return await handler.fetch(request, message === undefined ? {} : { parsedBody: message });
}

/** Logs faults of the service, but not protocol errors, which concern the client. */
function logFault(error: Error): void {
  if (/^(?:Rejected|Unsupported)/.test(error.message)) return;
  consoleLog("warn", "mcp.fault", describeError(error));
}
