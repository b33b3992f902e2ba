import type { LanguageModelKind } from "../../../src/reading/providers/language-model/open-model.ts";

/** What a model wrote, for a stand-in to print as its service does. */
export interface Written {
  text: string;
  /** Thoughts, where the format has a place for them. */
  thinking?: string;
  /** Why it stopped: by itself unless given. */
  end?: "done" | "length" | "filtered";
  /** Tokens of the prompt that the service reports. */
  read: number;
}

/** The events of a stream, in the order in which they come; each piece has some of the text. */
export interface Events {
  before: string[];
  pieces: string[];
  after: string[];
}

export type WireRequest = Record<string, unknown>;

/**
 * What a service prints. The shapes of llama.cpp and Ollama come from recorded traffic of both; those of
 * Anthropic, OpenAI, Google and vLLM from their documentation.
 */
export interface Wire {
  kind: LanguageModelKind;
  model: string;
  /** The path that its API is under. */
  basePath: string;
  mediaType: string;
  whole(written: Written, request: WireRequest): object;
  /** @param count of pieces */
  events(written: Written, request: WireRequest, count?: number): Events;
  /** The event of a fault after the answer began. */
  broken: string;
  /** The body of an HTTP error. */
  fault(status: number, message: string, code?: string): object;
}

/** Tokens of an answer; nothing depends on how many. */
export const WRITTEN_TOKENS = 212;

/** Tokens of a prompt as an ordinary vocabulary has them. */
export const countLikeModel = (text: string): number =>
  text.match(/[a-z]{1,7}|\d{1,3}|[^\sa-z\d]/gi)?.length ?? 0;

/** All text of a request, whatever its format. */
export function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  if (typeof value !== "object" || value === null) return "";
  return Object.values(value).map(textOf).filter(Boolean).join("\n");
}

/** Prints an answer as a request asks for it, whole or as a stream. */
export function print(
  wire: Wire,
  written: Written,
  request: WireRequest,
  isStream: boolean,
): Response {
  if (!isStream) return Response.json(wire.whole(written, request));
  const { before, pieces, after } = wire.events(written, request);
  const headers = { "Content-Type": wire.mediaType };
  return new Response([...before, ...pieces, ...after].join(""), { headers });
}

/** An event of a stream; some services name it. */
export const event = (data: object, name?: string): string =>
  `${name === undefined ? "" : `event: ${name}\n`}data: ${JSON.stringify(data)}\n\n`;

/** An event named after its type, as Anthropic and OpenAI have them. */
export const typed = (data: { type: string; [field: string]: unknown }): string =>
  event(data, data.type);

/** Cuts a text into about as many pieces; none of an empty one. */
export function cut(text: string, count: number): string[] {
  const size = Math.max(1, Math.ceil(text.length / count));
  return Array.from({ length: Math.ceil(text.length / size) }, (_, at) =>
    text.slice(at * size, (at + 1) * size),
  );
}
