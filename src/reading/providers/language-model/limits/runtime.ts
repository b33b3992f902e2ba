import { z } from "zod";
import { AppError } from "../../../../platform/lib/errors.ts";
import type { ModelBinding } from "../open-model.ts";

/** A runtime to request facts from. */
export interface Runtime {
  binding: ModelBinding;
  /** Base address of its endpoints, without `/v1` or `/api`. */
  root: string;
  send: typeof fetch;
  signal: AbortSignal;
}

/** Facts about a runtime. */
export interface RuntimeFacts {
  /** Tokens of input and output in one call. Null if not reported. */
  tokens: number | null;
  /** Maximum parallel calls per report. */
  concurrency: number;
  /** Whether its model receives messages with the role `system`. */
  readsSystem: boolean;
  /** False for an assumption, which is requested again. */
  isSure: boolean;
}

/**
 * Concurrency for llama.cpp, whose calls share one context although each slot reports all of it, and for Ollama, which
 * queues calls, so that waiting would count against their time-out.
 */
export const ONE_BY_ONE = 1;
const SIDE_BY_SIDE = 3;

/** Returns the assumptions about a runtime that reports nothing. */
export function assumeFacts({ kind, contextTokens }: ModelBinding): RuntimeFacts {
  return {
    tokens: contextTokens ?? null,
    concurrency: kind === "ollama" ? ONE_BY_ONE : SIDE_BY_SIDE,
    readsSystem: true,
    isSure: true,
  };
}

export function rootOf({ baseUrl = "" }: ModelBinding): string {
  return baseUrl.replace(/\/+$/, "").replace(/\/(?:v1|api)$/, "");
}

/** Returns the header with a slot's key. */
export function keyHeader({ apiKey }: ModelBinding): Record<string, string> {
  return apiKey === undefined ? {} : { Authorization: `Bearer ${apiKey}` };
}

/** Status of llama.cpp while it loads its model. */
const LOADING = 503;

/**
 * Requests one endpoint. Returns null if it is unknown or the response has another format.
 * @param body sent as JSON with POST. Uses GET without one.
 * @throws the network's error if there is no response, and an Error while the runtime is loading
 */
export async function askRuntime<T>(
  { binding, send, signal }: Runtime,
  url: string,
  schema: z.ZodType<T>,
  body?: object,
): Promise<T | null> {
  const headers = { "Content-Type": "application/json", ...keyHeader(binding) };
  const post = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
  try {
    const response = await send(url, { ...post, headers, signal });
    const text = await response.text();
    if (response.status === LOADING) throw new Error("loading");
    return response.ok ? (schema.safeParse(parse(text)).data ?? null) : null;
  } catch (error) {
    // A web page means that the endpoint does not exist.
    if (error instanceof AppError) return null;
    throw error;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
