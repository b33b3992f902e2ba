import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type AiKind = "anthropic" | "openai" | "google" | "openai_compatible" | "ollama";

/** What the stand-in was asked. */
export interface AiRequest {
  kind: AiKind;
  isStream: boolean;
  key: string | undefined;
  /** All text that the model was given. */
  prompt: string;
  body: Record<string, unknown>;
}

/** How it answers: text as a model would write it, or what goes wrong. */
export type AiBehaviour =
  | { text: string; pieceMs?: number; pieces?: number }
  | { status: number; headers?: Record<string, string> }
  /** Ends the connection after some of the text. */
  | { cut: string }
  | { silence: true };

const BASE_PATHS: Record<AiKind, string> = {
  anthropic: "/v1",
  openai: "/v1",
  google: "/v1beta",
  openai_compatible: "/v1",
  ollama: "",
};
/** Where a runtime would describe itself; this stand-in does not. */
const ABOUT_RUNTIME = /\/(?:models|props|show|ps)$/;

/** A stand-in on loopback for the kinds of AI provider, in their own wire formats. */
export class AiStandIn {
  readonly asked: AiRequest[] = [];
  /** Calls that are open at this moment. */
  open = 0;
  behave: (request: AiRequest) => AiBehaviour = () => ({ text: answer() });
  readonly #server: Server;

  constructor() {
    this.#server = createServer((request, response) => void this.#serve(request, response));
  }

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
  }

  /** The base address that a kind's settings are given. */
  baseUrl(kind: AiKind): string {
    const { port } = this.#server.address() as AddressInfo;
    return `http://127.0.0.1:${port}${BASE_PATHS[kind]}`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.open += 1;
    response.on("close", () => (this.open -= 1));
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    if (ABOUT_RUNTIME.test(request.url ?? "")) {
      response.writeHead(404).end();
      return;
    }
    const asked = read(request, Buffer.concat(parts).toString("utf8"));
    this.asked.push(asked);
    const behaviour = this.behave(asked);
    if ("silence" in behaviour) return;
    if ("status" in behaviour) {
      response.writeHead(behaviour.status, {
        "Content-Type": "application/json",
        ...behaviour.headers,
      });
      response.end(
        JSON.stringify({ error: { type: "error", message: "secret words of the provider" } }),
      );
      return;
    }
    if (asked.isStream) await stream(asked.kind, behaviour, response);
    else whole(asked.kind, behaviour, response);
  }
}

/** An answer of the schema that is asked for. */
export function answer(
  techniques: { attack_id: string; confidence: number; evidence: string }[] = [],
  more: { summary?: string; groups?: string[] } = {},
): string {
  return JSON.stringify({ summary: "The actor did things.", techniques, groups: [], ...more });
}

function read(request: IncomingMessage, raw: string): AiRequest {
  const url = request.url ?? "";
  const body = JSON.parse(raw) as Record<string, unknown>;
  const { authorization, "x-api-key": key, "x-goog-api-key": googleKey } = request.headers;
  const prompt = JSON.stringify(body);
  const common = { body, prompt };
  if (url.endsWith("/messages")) {
    return { ...common, kind: "anthropic", isStream: body["stream"] === true, key: key as string };
  }
  if (url.includes(":generateContent") || url.includes(":streamGenerateContent")) {
    const isStream = url.includes(":stream");
    return { ...common, kind: "google", isStream, key: googleKey as string };
  }
  const isStream = body["stream"] === true;
  const others = { "/responses": "openai", "/api/chat": "ollama" } as const;
  const [, kind = "openai_compatible"] =
    Object.entries(others).find(([end]) => url.endsWith(end)) ?? [];
  return { ...common, kind, isStream, key: authorization };
}

/** More than any prompt of a test has, so that all of it counts as read. */
const PROMPT_TOKENS = 15_000;
const usage = { prompt_tokens: PROMPT_TOKENS, completion_tokens: 10, total_tokens: 20 };
const itemId = "msg_1";
const sse = (data: object, event?: string) =>
  `${event === undefined ? "" : `event: ${event}\n`}data: ${JSON.stringify(data)}\n\n`;
const named = (data: { type: string; [field: string]: unknown }) => sse(data, data.type);

/** How a kind writes: a whole answer, and the events before, for each piece of and after a streamed one. */
interface Wire {
  whole(text: string): object;
  before: string[];
  piece(text: string): string;
  after: string[];
}

const message = {
  id: itemId,
  type: "message",
  role: "assistant",
  model: "m",
  content: [] as object[],
  stop_reason: null as string | null,
  stop_sequence: null,
  usage: { input_tokens: PROMPT_TOKENS, output_tokens: 10 },
};

const anthropic: Wire = {
  whole: (text) => ({ ...message, content: [{ type: "text", text }], stop_reason: "end_turn" }),
  before: [
    named({ type: "message_start", message }),
    named({ type: "content_block_start", index: 0, content_block: { type: "text", text: "" } }),
  ],
  piece: (text) =>
    named({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text } }),
  after: [
    named({ type: "content_block_stop", index: 0 }),
    named({
      type: "message_delta",
      delta: { stop_reason: "end_turn", stop_sequence: null },
      usage: { output_tokens: 10 },
    }),
    named({ type: "message_stop" }),
  ],
};

const item = { type: "message", id: itemId, role: "assistant" };
const head = { id: "resp_1", object: "response", created_at: 1, model: "m" };
const completed = (text: string) => ({
  ...head,
  status: "completed",
  error: null,
  incomplete_details: null,
  output: [
    { ...item, status: "completed", content: [{ type: "output_text", text, annotations: [] }] },
  ],
  usage: { input_tokens: PROMPT_TOKENS, output_tokens: 10, total_tokens: 20 },
});

const openai: Wire = {
  whole: completed,
  before: [
    named({ type: "response.created", response: { ...head, status: "in_progress", output: [] } }),
    named({
      type: "response.output_item.added",
      output_index: 0,
      item: { ...item, status: "in_progress", content: [] },
    }),
  ],
  piece: (text) =>
    named({
      type: "response.output_text.delta",
      item_id: itemId,
      output_index: 0,
      content_index: 0,
      delta: text,
    }),
  after: [
    named({
      type: "response.output_item.done",
      output_index: 0,
      item: { ...item, status: "completed", content: [] },
    }),
    named({ type: "response.completed", response: completed("") }),
  ],
};

const candidate = (text: string, more: object = {}) => ({
  candidates: [{ content: { role: "model", parts: [{ text }] }, index: 0, ...more }],
  usageMetadata: { promptTokenCount: PROMPT_TOKENS, candidatesTokenCount: 10, totalTokenCount: 20 },
});

const google: Wire = {
  whole: (text) => candidate(text, { finishReason: "STOP" }),
  before: [],
  piece: (text) => sse(candidate(text)),
  after: [sse(candidate("", { finishReason: "STOP" }))],
};

const delta = (change: object, finish: string | null) =>
  sse({
    id: "c1",
    object: "chat.completion.chunk",
    created: 1,
    model: "m",
    choices: [{ index: 0, delta: change, finish_reason: finish }],
  });

const chat: Wire = {
  whole: (text) => ({
    id: "c1",
    object: "chat.completion",
    created: 1,
    model: "m",
    usage,
    choices: [{ index: 0, message: { role: "assistant", content: text }, finish_reason: "stop" }],
  }),
  before: [delta({ role: "assistant", content: "" }, null)],
  piece: (text) => delta({ content: text }, null),
  after: [delta({}, "stop"), "data: [DONE]\n\n"],
};

const line = (content: string) => ({
  model: "m",
  created_at: "2026-01-02T03:04:05.123456789Z",
  message: { role: "assistant", content },
});
const counts = {
  done: true,
  done_reason: "stop",
  prompt_eval_count: PROMPT_TOKENS,
  eval_count: 10,
};

const ollama: Wire = {
  whole: (text) => ({ ...line(text), ...counts }),
  before: [],
  piece: (text) => `${JSON.stringify({ ...line(text), done: false })}\n`,
  after: [`${JSON.stringify({ ...line(""), ...counts })}\n`],
};

const WIRES: Record<AiKind, Wire> = {
  anthropic,
  openai,
  google,
  openai_compatible: chat,
  ollama,
};

function whole(
  kind: AiKind,
  behaviour: { text: string } | { cut: string },
  response: ServerResponse,
) {
  const isCut = "cut" in behaviour;
  const body = JSON.stringify(WIRES[kind].whole(isCut ? behaviour.cut : behaviour.text));
  response.writeHead(200, {
    "Content-Type": "application/json",
    "Content-Length": Buffer.byteLength(body) + (isCut ? 9 : 0),
  });
  if (isCut) response.write(body.slice(0, -5), () => response.socket?.destroy());
  else response.end(body);
}

async function stream(
  kind: AiKind,
  behaviour: { text: string; pieceMs?: number; pieces?: number } | { cut: string },
  response: ServerResponse,
): Promise<void> {
  const wire = WIRES[kind];
  const text = "cut" in behaviour ? behaviour.cut : behaviour.text;
  const count = "cut" in behaviour ? 2 : (behaviour.pieces ?? 8);
  const size = Math.max(1, Math.ceil(text.length / count));
  response.writeHead(200, { "Content-Type": "text/event-stream" });
  for (const event of wire.before) response.write(event);
  for (let from = 0; from < text.length; from += size) {
    if (response.destroyed) return;
    response.write(wire.piece(text.slice(from, from + size)));
    const ms = "cut" in behaviour ? 5 : (behaviour.pieceMs ?? 0);
    if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms));
  }
  if ("cut" in behaviour) {
    response.socket?.destroy();
    return;
  }
  for (const event of wire.after) response.write(event);
  response.end();
}
