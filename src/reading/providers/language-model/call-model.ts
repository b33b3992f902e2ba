import { generateText, type LanguageModel, NoObjectGeneratedError, Output, streamText } from "ai";
import type { z } from "zod";
import { Deadline } from "../../../platform/lib/deadline.ts";
import { AppError } from "../../../platform/lib/errors.ts";
import type { ModelBinding } from "./open-model.ts";
import { toFault } from "./provider-fault.ts";
import { simplifyForm } from "./simplify-form.ts";
import type { SlotMemory, WireForm } from "./slot-memory.ts";

/** One question to a model. */
export interface ModelCall {
  /** Opens the model with what its server is known to accept. */
  open: (form: WireForm) => LanguageModel;
  memory: SlotMemory;
  binding: ModelBinding;
  system: string;
  prompt: string;
  /** The shape of the answer. */
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

/**
 * The shape of an answer. The library reads the whole of what has come again at every piece of a
 * stream, and holds text back until that is JSON; here each piece is passed on unread.
 */
const answerOf = (schema: z.ZodType) => ({
  ...Output.object({ schema }),
  parsePartialOutput: async ({ text }: { text: string }) => ({ partial: text.length }),
});

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

async function askOnce(call: ModelCall, form: WireForm, limit: CallLimit): Promise<ModelReply> {
  const request = {
    model: call.open(form),
    system: call.system,
    prompt: call.prompt,
    maxRetries: 0,
    maxOutputTokens: call.maxOutputTokens,
    abortSignal: limit.signal,
    output: answerOf(call.schema),
  };
  if (call.onText === null) {
    try {
      const { text, usage } = await generateText(request);
      return { text, read: usage.inputTokens, written: usage.outputTokens };
    } catch (error) {
      // What is not of the schema is looked at by ourselves: much of it can be read.
      if (NoObjectGeneratedError.isInstance(error)) {
        const { inputTokens: read, outputTokens: written } = error.usage ?? {};
        return { text: error.text ?? "", read, written };
      }
      throw error;
    }
  }
  let text = "";
  let read: number | undefined;
  let written: number | undefined;
  const { fullStream } = streamText({ ...request, onError: () => undefined });
  for await (const part of fullStream) {
    if (part.type === "error") throw part.error;
    if (part.type === "abort") throw new DOMException("aborted", "AbortError");
    if (part.type === "text-delta") {
      limit.begin();
      text += part.text;
      call.onText(part.text);
    }
    if (part.type === "finish") {
      ({ inputTokens: read, outputTokens: written } = part.totalUsage);
    }
    // A stream that ends without a word of how has been cut.
    if (part.type === "finish" && part.finishReason === "other") throw new Error("cut short");
  }
  return { text, read, written };
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
