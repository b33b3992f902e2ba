import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { anthropic } from "../wire/anthropic.ts";
import { google } from "../wire/google.ts";
import { ollamaNative } from "../wire/ollama.ts";
import { openaiChat } from "../wire/openai-chat.ts";
import { openaiResponses } from "../wire/openai-responses.ts";
import type { Wire } from "../wire/wire.ts";

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

/** How it answers: text as a model would write it, once `after` has resolved, or what goes wrong. */
export type AiBehaviour =
  | { text: string; pieceMs?: number; pieces?: number; after?: Promise<void> }
  | { status: number; headers?: Record<string, string> }
  /** Ends the connection after some of the text. */
  | { cut: string }
  | { silence: true };

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
    return `http://127.0.0.1:${port}${WIRES[kind].basePath}`;
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
    const asked = readRequest(request, Buffer.concat(parts).toString("utf8"));
    this.asked.push(asked);
    const behaviour = this.behave(asked);
    if ("silence" in behaviour) return;
    if ("text" in behaviour) await behaviour.after;
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
    if (asked.isStream) await stream(asked, behaviour, response);
    else whole(asked, behaviour, response);
  }
}

/** An answer of the schema that is asked for. */
export function answer(
  techniques: { attack_id: string; confidence: number; evidence: string }[] = [],
  more: { summary?: string; groups?: string[] } = {},
): string {
  return JSON.stringify({ summary: "The actor did things.", techniques, groups: [], ...more });
}

function readRequest(request: IncomingMessage, raw: string): AiRequest {
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
const read = 15_000;

const WIRES: Record<AiKind, Wire> = {
  anthropic,
  openai: openaiResponses,
  google,
  openai_compatible: openaiChat,
  ollama: ollamaNative,
};

function whole(
  { kind, body: request }: AiRequest,
  behaviour: { text: string } | { cut: string },
  response: ServerResponse,
) {
  const isCut = "cut" in behaviour;
  const text = isCut ? behaviour.cut : behaviour.text;
  const body = JSON.stringify(WIRES[kind].whole({ text, read }, request));
  response.writeHead(200, {
    "Content-Type": "application/json",
    "Content-Length": Buffer.byteLength(body) + (isCut ? 9 : 0),
  });
  if (isCut) response.write(body.slice(0, -5), () => response.socket?.destroy());
  else response.end(body);
}

async function stream(
  { kind, body: request }: AiRequest,
  behaviour: { text: string; pieceMs?: number; pieces?: number } | { cut: string },
  response: ServerResponse,
): Promise<void> {
  const text = "cut" in behaviour ? behaviour.cut : behaviour.text;
  const count = "cut" in behaviour ? 2 : (behaviour.pieces ?? 8);
  const { before, pieces, after } = WIRES[kind].events({ text, read }, request, count);
  response.writeHead(200, { "Content-Type": WIRES[kind].mediaType });
  for (const event of before) response.write(event);
  for (const piece of pieces) {
    if (response.destroyed) return;
    response.write(piece);
    const ms = "cut" in behaviour ? 5 : (behaviour.pieceMs ?? 0);
    if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms));
  }
  if ("cut" in behaviour) {
    response.socket?.destroy();
    return;
  }
  for (const event of after) response.write(event);
  response.end();
}
