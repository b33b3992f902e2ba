import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4FinishReason,
  LanguageModelV4Prompt,
  LanguageModelV4Usage,
} from "@ai-sdk/provider";
import { z } from "zod";
import { Deadline } from "../../../platform/lib/deadline.ts";
import { AppError } from "../../../platform/lib/errors.ts";
import type { ModelBinding } from "./open-model.ts";
import { toFault, withheld } from "./provider-fault.ts";
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
  /** Whether it ended because it may not be longer. */
  isFull: boolean;
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
 * @throws AppError `provider_error`, `provider_timeout`, `provider_bad_output` for an answer that a safety filter
 *   withholds; the signal's reason when the client is gone
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
    ...responseFormat(call.schema, form),
    maxOutputTokens: call.maxOutputTokens,
    abortSignal: limit.signal,
  };
  const { onText } = call;
  const answer =
    onText === null
      ? await askForWhole(model, request)
      : await askForStream(model, request, (text) => {
          limit.begin();
          onText(text);
        });
  if (answer.reason.unified === "content-filter") throw withheld(call.binding);
  const { inputTokens, outputTokens } = answer.usage;
  const isFull = answer.reason.unified === "length";
  return { text: answer.text, isFull, read: inputTokens.total, written: outputTokens.total };
}

/** What a server accepts of the ways to hold an answer to the schema; each package writes it in its own format. */
function responseFormat(
  schema: z.ZodType,
  { answer }: WireForm,
): Pick<LanguageModelV4CallOptions, "responseFormat"> {
  if (answer === "prompt") return {};
  if (answer === "json_object") return { responseFormat: { type: "json" } };
  const written = z.toJSONSchema(schema, { target: "draft-7" });
  return { responseFormat: { type: "json", schema: written } };
}

/** An answer as a package returns it. */
interface PackageAnswer {
  text: string;
  usage: LanguageModelV4Usage;
  reason: LanguageModelV4FinishReason;
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
): Promise<PackageAnswer> {
  const { content, usage, finishReason: reason } = await model.doGenerate(request);
  const text = content.map((part) => (part.type === "text" ? part.text : "")).join("");
  return { text, usage, reason };
}

/** Passes each piece of text on as it comes. @throws Error for a stream that was cut */
async function askForStream(
  model: LanguageModelV4,
  request: LanguageModelV4CallOptions,
  onText: (text: string) => void,
): Promise<PackageAnswer> {
  const { stream } = await model.doStream(request);
  let text = "";
  let end: Omit<PackageAnswer, "text"> | null = null;
  for await (const part of stream) {
    if (part.type === "error") throw part.error;
    if (part.type === "text-delta") {
      text += part.delta;
      onText(part.delta);
    }
    if (part.type === "finish") end = { usage: part.usage, reason: part.finishReason };
  }
  if (end === null || isCut(end.reason)) throw new Error("cut short");
  return { text, ...end };
}

/** Whether a stream ended without the reason that its service gives at the end; the packages differ in how they say so. */
function isCut({ unified, raw }: LanguageModelV4FinishReason): boolean {
  return (
    unified === "interrupted" || unified === "error" || (unified === "other" && raw === undefined)
  );
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
