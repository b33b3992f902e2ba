import { generateText, type LanguageModel, NoObjectGeneratedError, Output, streamText } from "ai";
import { AppError } from "../../../lib/errors.ts";
import { answerSchema } from "./answer.ts";
import type { ModelBinding } from "./binding.ts";
import { toFault } from "./provider-errors.ts";

/** One question to a model. */
export interface ModelCall {
  model: LanguageModel;
  binding: ModelBinding;
  system: string;
  prompt: string;
  /** Called with the text as it comes; null to ask for the whole answer at once. */
  onText: ((text: string) => void) | null;
  /** Ends the call when the client goes away. */
  signal: AbortSignal;
  sleep: (seconds: number) => Promise<void>;
}

const MAX_TRIES = 4;
const MAX_OUTPUT_TOKENS = 16_000;
/** The first byte must come within this part of the time-out. */
const FIRST_BYTE_SHARE = 0.5;

/**
 * Asks a model and answers its text. Faults that may pass are tried again with growing delay, as
 * long as the time-out allows and nothing was passed on yet.
 * @throws AppError `provider_error`, `provider_timeout`; the signal's reason when the client is gone
 */
export async function callModel(call: ModelCall): Promise<string> {
  const limit = new TimeLimit(call);
  try {
    for (let tries = 1; ; tries += 1) {
      try {
        return await limit.race(askOnce(call, limit));
      } catch (cause) {
        call.signal.throwIfAborted();
        if (cause instanceof AppError) throw cause;
        const { error, isTransient, retryAfter } = toFault(cause, call.binding);
        const wait = retryAfter ?? 2 ** (tries - 1);
        const isOver = tries >= MAX_TRIES || limit.hasBegun || wait * 1000 > limit.left;
        if (!isTransient || isOver) throw error;
        await limit.race(call.sleep(wait));
        call.signal.throwIfAborted();
      }
    }
  } finally {
    limit.end();
  }
}

async function askOnce(call: ModelCall, limit: TimeLimit): Promise<string> {
  const request = {
    ...{ model: call.model, system: call.system, prompt: call.prompt, maxRetries: 0 },
    ...{ maxOutputTokens: MAX_OUTPUT_TOKENS, abortSignal: limit.signal },
    output: Output.object({ schema: answerSchema }),
  };
  if (call.onText === null) {
    try {
      return (await generateText(request)).text;
    } catch (error) {
      // What is not of the schema is looked at by ourselves: much of it can be read.
      if (NoObjectGeneratedError.isInstance(error)) return error.text ?? "";
      throw error;
    }
  }
  let text = "";
  const { fullStream } = streamText({ ...request, onError: () => undefined });
  for await (const part of fullStream) {
    if (part.type === "error") throw part.error;
    if (part.type === "abort") throw new DOMException("aborted", "AbortError");
    if (part.type === "text-delta") {
      limit.begin();
      text += part.text;
      call.onText(part.text);
    }
    // A stream that ends without a word of how has been cut.
    if (part.type === "finish" && part.finishReason === "other") throw new Error("cut short");
  }
  return text;
}

/** The time-outs of a call: until its first byte, and in all. */
class TimeLimit {
  hasBegun = false;
  readonly #abort = new AbortController();
  readonly #ends: number;
  readonly #over = Promise.withResolvers<never>();
  readonly #timers: ReturnType<typeof setTimeout>[];
  readonly #leave: () => void;
  readonly #client: AbortSignal;

  constructor({ binding, signal, onText }: ModelCall) {
    this.#client = signal;
    this.#over.promise.catch(() => undefined);
    this.#ends = Date.now() + binding.timeoutMs;
    const stop = (what: string, ms: number) => () => {
      const detail = `The provider ${what} within ${Math.round(ms / 1000)} seconds (${binding.prefix}_TIMEOUT_MS).`;
      this.#stop(new AppError("provider_timeout", detail));
    };
    const firstMs = binding.timeoutMs * FIRST_BYTE_SHARE;
    const late = stop("sent nothing", firstMs);
    this.#timers = [
      setTimeout(stop("did not finish", binding.timeoutMs), binding.timeoutMs),
      ...(onText === null ? [] : [setTimeout(() => !this.hasBegun && late(), firstMs)]),
    ];
    this.#leave = () => this.#stop(signal.reason);
    signal.addEventListener("abort", this.#leave);
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** Milliseconds that are left. */
  get left(): number {
    return this.#ends - Date.now();
  }

  /** The first byte is there. */
  begin(): void {
    this.hasBegun = true;
  }

  /** Waits for work, but no longer than the limit. */
  async race<T>(work: Promise<T>): Promise<T> {
    work.catch(() => undefined);
    return await Promise.race([work, this.#over.promise]);
  }

  end(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#client.removeEventListener("abort", this.#leave);
  }

  #stop(reason: unknown): void {
    this.#over.reject(reason);
    this.#abort.abort(reason);
  }
}
