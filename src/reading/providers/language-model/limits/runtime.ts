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

/** What a runtime says of its context. */
export interface ContextLimit {
  tokens: number;
  /** False for an assumption, to be asked again. */
  isSure: boolean;
}

export function rootOf({ baseUrl = "" }: ModelBinding): string {
  return baseUrl.replace(/\/+$/, "").replace(/\/(?:v1|api)$/, "");
}

/** The header that carries the key of a slot. */
export function keyHeader({ apiKey }: ModelBinding): Record<string, string> {
  return apiKey === undefined ? {} : { Authorization: `Bearer ${apiKey}` };
}

/**
 * Asks one endpoint; null where it is unknown or answers something else.
 * @param body sent as JSON with POST; GET without one
 * @throws the network's error where nothing answers
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
