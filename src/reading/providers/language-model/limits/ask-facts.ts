import { Deadline } from "../../../../platform/lib/deadline.ts";
import type { ModelBinding } from "../open-model.ts";
import type { SlotMemory } from "../slot-memory.ts";
import { chooseNumCtx } from "./ollama.ts";
import { askCompatible } from "./openai-compatible.ts";
import { assumeFacts, rootOf, type RuntimeFacts } from "./runtime.ts";

/** Long enough for a busy runtime. An analysis waits for it. */
const MAX_WAIT_MS = 5_000;
/** Maximum share of a call's time-out. */
const WAIT_SHARE = 0.25;
/** After this time, the runtime may have restarted with another context size. */
const VALID_MS = 10 * 60_000;

/** Returns the facts about a slot's runtime. Caches its answers for the slot, but requests assumed ones again. */
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
    // The next call reports any problem with the runtime.
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
