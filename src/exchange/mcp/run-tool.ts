import type { CallToolResult } from "@modelcontextprotocol/server";
import { requireRole } from "../../platform/auth/identity.ts";
import { AppError } from "../../platform/lib/errors.ts";
import { consoleLog, describeError } from "../../platform/lib/log.ts";
import { toAppError } from "../../platform/lib/to-app-error.ts";
import { countRate } from "../../platform/rate-limits/rate-limit.ts";
import type { Call, Tool } from "./tool.ts";

/**
 * Calls a tool with the role, the limits and the audit trail of the equivalent route. An error becomes a result with
 * `isError`, so that the model sees the reason.
 */
export async function runTool(tool: Tool, call: Call, input: object): Promise<CallToolResult> {
  try {
    requireRole(call.actor, tool.role);
    const limit = typeof tool.limit === "function" ? tool.limit(input as never) : tool.limit;
    if (limit) await countRate(call.deps, call.actor, limit);
    const output = await tool.run(call, input as never);
    return {
      // Drops fields that the tool's schema does not describe.
      structuredContent: tool.output.parse(output),
      content: [{ type: "text", text: tool.describe(output) }],
    };
  } catch (error) {
    return toRefusal(error);
  } finally {
    if (tool.role !== "viewer") await call.deps.afterChange();
  }
}

function toRefusal(error: unknown): CallToolResult {
  const known = toAppError(error);
  if (known.code === "internal_error") {
    consoleLog("error", "mcp.tool_failed", describeError(error));
  }
  return { isError: true, content: [{ type: "text", text: sayRefusal(known) }] };
}

function sayRefusal({ code, message, errors = [] }: AppError): string {
  const fields = errors.map(({ pointer, detail }) => `\n${pointer}: ${detail}`).join("");
  return `${message} (${code})${fields}`;
}
