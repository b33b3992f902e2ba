import { requestWith } from "./team.ts";

/** The protocol revisions that the server speaks, as their clients send them. */
export const ERAS = ["2026-07-28", "2025-11-25"] as const;
export type Era = (typeof ERAS)[number];

export interface Reply {
  id?: unknown;
  result?: Record<string, unknown>;
  error?: { code: number; message: string; data?: unknown };
  method?: string;
  params?: Record<string, unknown>;
}

export interface ToolReply {
  isError?: boolean;
  content: { type: string; text: string }[];
  structuredContent?: Record<string, unknown>;
}

/** Who sends a message, and how. */
export interface Sender {
  settings?: Record<string, string>;
  headers?: Record<string, string>;
  era?: Era;
}

/** What every request of the revision 2026-07-28 says of its client. */
const CLIENT = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "test", version: "1.0.0" },
  "io.modelcontextprotocol/clientCapabilities": {},
};

/** A message as a client of the revision sends it. */
export function messageOf(method: string, params: Record<string, unknown>, era: Era, id = 1) {
  const { _meta: meta = {}, ...rest } = params;
  const isModern = era === "2026-07-28";
  const given = isModern ? { ...rest, _meta: { ...CLIENT, ...(meta as object) } } : params;
  const named = rest["name"] ?? rest["uri"];
  return {
    body: { jsonrpc: "2.0", id, method, params: given },
    headers: {
      "Content-Type": "application/json",
      Accept: "application/json, text/event-stream",
      "MCP-Protocol-Version": era,
      ...(isModern && { "Mcp-Method": method }),
      ...(isModern && typeof named === "string" && { "Mcp-Name": named }),
    },
  };
}

/** Sends any body to the endpoint. */
export async function postMcp(body: unknown, { settings = {}, headers = {} }: Sender = {}) {
  const sent = new Headers({
    Host: "localhost",
    "Content-Type": "application/json",
    Accept: "application/json, text/event-stream",
  });
  for (const [name, value] of Object.entries(headers)) sent.set(name, value);
  return await requestWith(settings, "/mcp", {
    method: "POST",
    headers: sent,
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
}

/** Every message of an answer, in order; the last one is the response. */
export async function readMessages(response: Response): Promise<Reply[]> {
  const text = await response.text();
  if (response.headers.get("Content-Type")?.startsWith("text/event-stream") !== true) {
    return [JSON.parse(text) as Reply];
  }
  return text
    .split("\n")
    .filter((line) => line.startsWith("data: ") && line.length > "data: ".length)
    .map((line) => JSON.parse(line.slice("data: ".length)) as Reply);
}

/** Sends a request; returns all messages of the answer. */
export async function exchange(
  method: string,
  params: Record<string, unknown> = {},
  sender: Sender = {},
): Promise<Reply[]> {
  const message = messageOf(method, params, sender.era ?? "2026-07-28");
  const headers = { ...message.headers, ...sender.headers };
  return await readMessages(await postMcp(message.body, { ...sender, headers }));
}

/** Sends a request; returns the response. */
export async function ask(
  method: string,
  params: Record<string, unknown> = {},
  sender: Sender = {},
): Promise<Reply> {
  return (await exchange(method, params, sender)).at(-1) ?? {};
}

/** Calls a tool. @throws Error for an answer that is no result */
export async function callTool(
  name: string,
  args: Record<string, unknown> = {},
  sender: Sender = {},
): Promise<ToolReply> {
  const { result, error } = await ask("tools/call", { name, arguments: args }, sender);
  if (result === undefined) throw new Error(`${name} answered ${JSON.stringify(error)}`);
  return result as unknown as ToolReply;
}

/** Calls a tool that must succeed; returns its structured result. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- what the caller expects to read
export async function useTool<T = Record<string, unknown>>(
  name: string,
  args: Record<string, unknown> = {},
  sender: Sender = {},
): Promise<T> {
  const { isError, content, structuredContent } = await callTool(name, args, sender);
  if (isError === true) throw new Error(`${name}: ${content[0]?.text}`);
  return structuredContent as T;
}
