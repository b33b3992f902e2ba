import { MAX_JSON_DEPTH, jsonTooDeep, measureJson } from "../../platform/lib/json/measure-json.ts";
import { bufferBody } from "../../platform/http/read-body.ts";
import { BUFFERED_BODY_PROBLEMS } from "../../platform/http/route-problems.ts";
import { type App, currentActor, defineRoute } from "../../platform/http/router.ts";
import type { HostSettings } from "../../platform/http/same-origin.ts";
import type { RateLimitDeps } from "../../platform/rate-limits/deps.ts";
import type { McpDeps } from "./deps.ts";

/** Fits a file of 8 MiB in base64. Larger files go to `POST /api/analyze`, which uses less memory. */
const MAX_MESSAGE_BYTES = 12 * 1024 * 1024;

const field = (type: string, description: string) => ({ type, description });
const idField = {
  type: ["string", "integer"],
  description: "Identifier of the request, which its response repeats.",
};
const repliedIdField = {
  type: ["string", "integer", "null"],
  description: "Identifier of the request; null if the message has none that can be read.",
};
const version = field("string", "Version of JSON-RPC: `2.0`.");

/** Described, not validated: the protocol has its own errors for invalid messages. */
const message = {
  type: "object",
  required: ["jsonrpc", "method"],
  properties: {
    jsonrpc: version,
    id: idField,
    method: field("string", "Method of the protocol."),
    params: field("object", "Parameters of the method."),
  },
} as object;
const reply = {
  type: "object",
  required: ["jsonrpc"],
  properties: {
    jsonrpc: version,
    id: repliedIdField,
    result: field("object", "Result of the method."),
    error: field("object", "Code and message of a JSON-RPC error."),
  },
} as object;

const LISTING = { jsonrpc: "2.0", id: 1, method: "tools/list" };
const LISTED = { jsonrpc: "2.0", id: 1, result: { tools: [] } };

/** Describes an error response of the protocol. */
function refusal(description: string, code: number) {
  const example = { jsonrpc: "2.0", error: { code, message: description } };
  return { description, content: { "application/json": { schema: reply, example } } };
}

const mcpRoute = defineRoute({
  method: "post",
  path: "/mcp",
  role: "viewer",
  takesLong: true,
  tags: ["MCP"],
  summary: "Send a message of the Model Context Protocol",
  description: [
    "Answers one JSON-RPC message of an MCP client over Streamable HTTP, for the protocol revisions 2026-07-28 and 2025-11-25 and, through the latter's handshake, older ones.",
    "The server is stateless: there are no sessions, and GET and DELETE answer 405.",
    "A tool that changes something needs the role of the route with the same effect; a refusal is a tool result with `isError`.",
    "Calls count against the same limits as those routes. See docs/mcp.md.",
  ].join(" "),
  problems: [...BUFFERED_BODY_PROBLEMS, "invalid_json"],
  request: {
    body: {
      required: true,
      description: "A JSON-RPC 2.0 request, notification or, before 2025-06-18, batch.",
      content: { "application/json": { schema: message, example: LISTING } },
    },
  },
  responses: {
    200: {
      description:
        "The JSON-RPC response. With `text/event-stream`, notifications such as progress come before it.",
      content: {
        "application/json": { schema: reply, example: LISTED },
        "text/event-stream": {
          schema: reply,
          example: `event: message\ndata: ${JSON.stringify(LISTED)}\n\n`,
        },
      },
    },
    202: { description: "The notification was accepted." },
    400: refusal("The message is invalid, or its headers contradict it.", -32_600),
    403: refusal("The host or the origin is not one of this service.", -32_000),
    404: refusal("The server does not know the method.", -32_601),
    406: refusal("`Accept` lacks `application/json` or `text/event-stream`.", -32_000),
    415: refusal("The content type is not `application/json`.", -32_000),
  },
});

/** Dependencies of the tools, and the hosts of this service. */
export type McpRoomDeps = McpDeps & { settings: HostSettings };

/** Mounts the Model Context Protocol endpoint. */
export function mountMcp(app: App<McpRoomDeps & RateLimitDeps>): void {
  app.openapi(mcpRoute, async (c) => {
    const { deps } = c.var;
    const bytes = await bufferBody(c, MAX_MESSAGE_BYTES);
    if (measureJson(bytes).depth > MAX_JSON_DEPTH) throw jsonTooDeep();
    // Loaded with the first message, so as not to slow the start.
    const { refuseForeign } = await import("./origin-headers.ts");
    const { answerMessage } = await import("./answer-message.ts");
    const refused = await refuseForeign(c, deps.settings);
    if (refused !== undefined) return refused;
    const { url, headers, signal } = c.req.raw;
    const request = new Request(url, { method: "POST", headers, body: bytes, signal });
    const serving = {
      deps,
      actor: currentActor(c.var.identity),
      signal,
      keepAlive: (work: Promise<unknown>) => c.executionCtx.waitUntil(work),
    };
    return await answerMessage(request, parse(bytes), serving);
  });
}

/** Parses the message of a body. Returns undefined if it is not JSON. */
function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(bytes));
  } catch {
    return undefined;
  }
}
