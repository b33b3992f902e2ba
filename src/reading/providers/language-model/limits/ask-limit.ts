import { Deadline } from "../../../../platform/lib/deadline.ts";
import type { ModelBinding } from "../open-model.ts";
import type { SlotMemory } from "../slot-memory.ts";
import { chooseNumCtx } from "./ollama.ts";
import { askCompatible } from "./openai-compatible.ts";
import { type ContextLimit, rootOf } from "./runtime.ts";

/** Long enough for a busy runtime; an analysis waits for it. */
const MAX_WAIT_MS = 5_000;
/** The part of the time-out of a call that may be spent on this. */
const WAIT_SHARE = 0.25;
/** After this time, the runtime may have restarted with a different context size. */
const VALID_MS = 10 * 60_000;

/**
 * Returns the tokens that the runtime behind a slot reads in one call, or null if it does not say.
 * What it says is remembered for the slot; what is only assumed is asked again.
 */
export async function askLimit(
  memory: SlotMemory,
  binding: ModelBinding,
  send: typeof fetch,
  caller: AbortSignal,
): Promise<number | null> {
  const isValid = Date.now() - memory.askedAt < VALID_MS;
  if (memory.limit !== undefined && isValid) return memory.limit;
  const waitMs = Math.min(MAX_WAIT_MS, binding.timeoutMs * WAIT_SHARE);
  const deadline = new Deadline(waitMs, () => new Error("too late"), caller);
  try {
    const limit = await deadline.race(ask(binding, send, deadline.signal));
    if (limit === null || limit.isSure) {
      memory.limit = limit?.tokens ?? null;
      memory.askedAt = Date.now();
    }
    return limit?.tokens ?? null;
  } catch {
    // The call that follows says what is wrong with the runtime.
    return binding.contextTokens ?? null;
  } finally {
    deadline.end();
  }
}

async function ask(
  binding: ModelBinding,
  send: typeof fetch,
  signal: AbortSignal,
): Promise<ContextLimit | null> {
  const runtime = { binding, root: rootOf(binding), send, signal };
  if (binding.kind === "ollama") return await chooseNumCtx(runtime);
  if (binding.contextTokens !== undefined) return { tokens: binding.contextTokens, isSure: true };
  return binding.kind === "openai_compatible" ? await askCompatible(runtime) : null;
}
