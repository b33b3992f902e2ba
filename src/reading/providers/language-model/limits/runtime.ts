import { z } from "zod";
import { AppError } from "../../../../platform/lib/errors.ts";
import type { ModelBinding } from "../open-model.ts";

/** A runtime that is asked about itself. */
export interface Runtime {
  binding: ModelBinding;
  /** The address that its own endpoints are under: the base address without `/v1` or `/api`. */
  root: string;
  send: typeof fetch;
  signal: AbortSignal;
}

/** What is known of a runtime. */
export interface RuntimeFacts {
  /** Tokens that it reads and writes in one call; null if it does not say. */
  tokens: number | null;
  /** Calls that it is sent at a time for one report. */
  concurrency: number;
  /** Whether its model is shown messages of the role `system`. */
  readsSystem: boolean;
  /** False for an assumption, to be asked again. */
  isSure: boolean;
}

/**
 * For llama.cpp, whose calls share one context although each slot reports all of it, and for Ollama, which
 * queues calls, so that waiting would count against their time-out.
 */
export const ONE_BY_ONE = 1;
const SIDE_BY_SIDE = 3;

/** What is assumed of a runtime that says nothing of itself. */
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

/** The header that carries the key of a slot. */
export function keyHeader({ apiKey }: ModelBinding): Record<string, string> {
  return apiKey === undefined ? {} : { Authorization: `Bearer ${apiKey}` };
}

/** What llama.cpp answers while it loads its model. */
const LOADING = 503;

/**
 * Asks one endpoint; null where it is unknown or answers something else.
 * @param body sent as JSON with POST; GET without one
 * @throws the network's error where nothing answers, and an Error while the runtime is loading
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
    // A web page: the endpoint is not there.
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
