import { Deadline } from "../../../../platform/lib/deadline.ts";
import type { ModelBinding } from "../open-model.ts";
import type { SlotMemory } from "../slot-memory.ts";
import { chooseNumCtx } from "./ollama.ts";
import { askCompatible } from "./openai-compatible.ts";
import { assumeFacts, rootOf, type RuntimeFacts } from "./runtime.ts";

/** Long enough for a busy runtime; an analysis waits for it. */
const MAX_WAIT_MS = 5_000;
/** The part of the time-out of a call that may be spent on this. */
const WAIT_SHARE = 0.25;
/** After this time, the runtime may have restarted with a different context size. */
const VALID_MS = 10 * 60_000;

/**
 * Returns what is known of the runtime behind a slot. What it says is remembered for the slot; what is only
 * assumed is asked again.
 */
export async function askFacts(
  memory: SlotMemory,
  binding: ModelBinding,
  send: typeof fetch,
  caller: AbortSignal,
): Promise<RuntimeFacts> {
  const isValid = Date.now() - memory.askedAt < VALID_MS;
  if (memory.facts !== undefined && isValid) return memory.facts;
  const waitMs = Math.min(MAX_WAIT_MS, binding.timeoutMs * WAIT_SHARE);
  const deadline = new Deadline(waitMs, () => new Error("too late"), caller);
  try {
    const facts = await deadline.race(ask(binding, send, deadline.signal));
    if (facts.isSure) {
      memory.facts = facts;
      memory.askedAt = Date.now();
    }
    return facts;
  } catch {
    // The call that follows says what is wrong with the runtime.
    return assumeFacts(binding);
  } finally {
    deadline.end();
  }
}

async function ask(
  binding: ModelBinding,
  send: typeof fetch,
  signal: AbortSignal,
): Promise<RuntimeFacts> {
  const runtime = { binding, root: rootOf(binding), send, signal };
  if (binding.kind === "ollama") return await chooseNumCtx(runtime);
  const said = binding.kind === "openai_compatible" ? await askCompatible(runtime) : null;
  return said ?? assumeFacts(binding);
}
