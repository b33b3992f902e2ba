import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Prompt,
  LanguageModelV4Usage,
} from "@ai-sdk/provider";
import { z } from "zod";
import { Deadline } from "../../../platform/lib/deadline.ts";
import { AppError } from "../../../platform/lib/errors.ts";
import type { ModelBinding } from "./open-model.ts";
import { toFault } from "./provider-fault.ts";
import { simplifyForm } from "./simplify-form.ts";
import type { SlotMemory, WireForm } from "./slot-memory.ts";

/** One question to a model. */
export interface ModelCall {
  /** Opens the model with what its server is known to accept. */
  open: (form: WireForm) => LanguageModelV4;
  memory: SlotMemory;
  binding: ModelBinding;
  system: string;
  prompt: string;
  /** Whether the model is shown messages of the role `system`. */
  readsSystem: boolean;
  /** The shape that the runtime is asked to hold the answer to; the caller checks what comes back. */
  schema: z.ZodType;
  maxOutputTokens: number;
  /** Called with the text as it comes; null to ask for the whole answer at once. */
  onText: ((text: string) => void) | null;
  /** Ends the call when the client goes away. */
  signal: AbortSignal;
  sleep: (seconds: number) => Promise<void>;
}

/** What a model answers. */
export interface ModelReply {
  text: string;
  /** Tokens of the prompt that the runtime says it read; undefined where it does not say. */
  read: number | undefined;
  /** Tokens that it says it wrote. */
  written: number | undefined;
}

const MAX_TRIES = 4;
/** The first byte must come within this part of the time-out. */
const FIRST_BYTE_SHARE = 0.5;
/** Kinds whose runtimes sample unless told otherwise; some hosted models refuse a temperature. */
const SAMPLING: ReadonlySet<ModelBinding["kind"]> = new Set(["openai_compatible", "ollama"]);

/**
 * Asks a model and returns its reply. A server that refuses a field of the request is asked without
 * it, from then on. Faults that may pass are tried again with growing delay, as
 * long as the time-out allows and nothing was passed on yet. When the time is over while it is tried
 * again, the fault is reported, not the silence that it caused.
 * @throws AppError `provider_error`, `provider_timeout`; the signal's reason when the client is gone
 */
export async function callModel(call: ModelCall): Promise<ModelReply> {
  const limit = new CallLimit(call);
  try {
    for (let tries = 1; ;) {
      const { form } = call.memory;
      try {
        return await limit.race(askOnce(call, form, limit));
      } catch (cause) {
        call.signal.throwIfAborted();
        if (cause instanceof AppError) throw cause;
        const simpler = simplifyForm(cause, form);
        if (simpler !== null) {
          // A call beside this one may have learned it already.
          if (call.memory.form === form) call.memory.form = simpler;
          continue;
        }
        const { error, isTransient, retryAfter } = toFault(cause, call.binding);
        const wait = retryAfter ?? 2 ** (tries - 1);
        const isOver = tries >= MAX_TRIES || limit.hasBegun || wait * 1000 > limit.left;
        if (!isTransient || isOver) throw error;
        limit.lastFault = error;
        await limit.race(call.sleep(wait));
        call.signal.throwIfAborted();
        tries += 1;
      }
    }
  } finally {
    limit.end();
  }
}

/**
 * Calls the provider's package by its own interface. The SDK's `generateText` and `streamText` would
 * parse an answer that its caller parses anyway, and bring the SDK's gateway into the Worker.
 */
async function askOnce(call: ModelCall, form: WireForm, limit: CallLimit): Promise<ModelReply> {
  const model = call.open(form);
  const request: LanguageModelV4CallOptions = {
    prompt: writeMessages(call),
    ...(SAMPLING.has(call.binding.kind) && form.setsTemperature && { temperature: 0 }),
    responseFormat: { type: "json", schema: z.toJSONSchema(call.schema, { target: "draft-7" }) },
    maxOutputTokens: call.maxOutputTokens,
    abortSignal: limit.signal,
  };
  const { onText } = call;
  if (onText === null) return await askForWhole(model, request);
  return await askForStream(model, request, (text) => {
    limit.begin();
    onText(text);
  });
}

/** Instructions stay apart from the strangers' text, except for a model that would never see them. */
function writeMessages({ system, prompt, readsSystem }: ModelCall): LanguageModelV4Prompt {
  const text = readsSystem ? prompt : `${system}\n\n${prompt}`;
  return [
    ...(readsSystem ? [{ role: "system" as const, content: system }] : []),
    { role: "user", content: [{ type: "text", text }] },
  ];
}

/** Returns the whole answer, of the schema or not. */
async function askForWhole(
  model: LanguageModelV4,
  request: LanguageModelV4CallOptions,
): Promise<ModelReply> {
  const { content, usage } = await model.doGenerate(request);
  const text = content.map((part) => (part.type === "text" ? part.text : "")).join("");
  return { text, ...tokensOf(usage) };
}

/** Passes each piece of text on as it comes. @throws Error for a stream that was cut */
async function askForStream(
  model: LanguageModelV4,
  request: LanguageModelV4CallOptions,
  onText: (text: string) => void,
): Promise<ModelReply> {
  const { stream } = await model.doStream(request);
  let text = "";
  let tokens: Omit<ModelReply, "text"> = { read: undefined, written: undefined };
  let isCut = true;
  for await (const part of stream) {
    if (part.type === "error") throw part.error;
    if (part.type === "text-delta") {
      text += part.delta;
      onText(part.delta);
    }
    if (part.type === "finish") {
      tokens = tokensOf(part.usage);
      // The packages report "other" for a stream that ends without saying why.
      isCut = part.finishReason.unified === "other";
    }
  }
  if (isCut) throw new Error("cut short");
  return { text, ...tokens };
}

function tokensOf({ inputTokens, outputTokens }: LanguageModelV4Usage): Omit<ModelReply, "text"> {
  return { read: inputTokens.total, written: outputTokens.total };
}

/** The time-outs of a call: until its first byte, and in all. */
class CallLimit {
  hasBegun = false;
  /** Why the call is tried again. */
  lastFault: AppError | null = null;
  readonly #deadline: Deadline;
  readonly #begin: () => void;

  constructor({ binding, signal, onText }: ModelCall) {
    const late = (what: string, ms: number) => () => {
      const detail = `The provider ${what} within ${Math.round(ms / 1000)} seconds (${binding.prefix}_TIMEOUT_MS).`;
      return this.lastFault ?? new AppError("provider_timeout", detail);
    };
    const { timeoutMs } = binding;
    this.#deadline = new Deadline(timeoutMs, late("did not finish", timeoutMs), signal);
    const firstMs = timeoutMs * FIRST_BYTE_SHARE;
    this.#begin =
      onText === null
        ? () => undefined
        : this.#deadline.limit(firstMs, late("sent nothing", firstMs));
  }

  get signal(): AbortSignal {
    return this.#deadline.signal;
  }

  /** Milliseconds that are left. */
  get left(): number {
    return this.#deadline.left;
  }

  /** The first byte is there. */
  begin(): void {
    this.hasBegun = true;
    this.#begin();
  }

  /** Waits for work, but no longer than the limit. */
  async race<T>(work: Promise<T>): Promise<T> {
    return await this.#deadline.race(work);
  }

  end(): void {
    this.#deadline.end();
  }
}
