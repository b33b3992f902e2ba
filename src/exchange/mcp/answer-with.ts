import { hostHeaderValidation, originValidation } from "@modelcontextprotocol/hono";
import { createMcpHandler, type McpServerFactory } from "@modelcontextprotocol/server";
import type { Context } from "hono";
import { type HostSettings, isKnownHost } from "../../platform/http/same-origin.ts";
import { consoleLog, describeError } from "../../platform/lib/log.ts";

/**
 * Answers a message with any server. Each request gets a handler of its own: an isolate must not write to
 * a stream of another request.
 * @param message the parsed body; undefined for one that is not JSON, which the handler then refuses
 */
export async function answerWith(
  factory: McpServerFactory,
  c: Context,
  request: Request,
  message: unknown,
  settings: HostSettings,
): Promise<Response> {
  const hosts = hostsOf(request, settings);
  const refused =
    (await hostHeaderValidation(hosts)(c, pass)) ?? (await originValidation(hosts)(c, pass));
  if (refused !== undefined) return refused;
  const handler = createMcpHandler(factory, { onerror: logFault });
  return await handler.fetch(request, message === undefined ? {} : { parsedBody: message });
}

/** The hosts that the package is to accept: the one that was asked if the settings know it, and PUBLIC_ORIGIN. */
function hostsOf({ url }: Request, settings: HostSettings): string[] {
  const asked = new URL(url);
  if (!isKnownHost(asked, settings)) return [];
  const { PUBLIC_ORIGIN: origin } = settings;
  return [asked.hostname, ...(origin === undefined ? [] : [new URL(origin).hostname])];
}

const pass = async () => undefined;

/** Refusals of the protocol are the client's to know; the rest is ours. */
function logFault(error: Error): void {
  if (/^(?:Rejected|Unsupported)/.test(error.message)) return;
  consoleLog("warn", "mcp.fault", describeError(error));
}
