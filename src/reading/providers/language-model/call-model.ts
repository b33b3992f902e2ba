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
  /** Opens the model with the request fields that its server accepts. */
  open: (form: WireForm) => LanguageModelV4;
  memory: SlotMemory;
  binding: ModelBinding;
  system: string;
  prompt: string;
  /** Whether the model receives messages with the role `system`. */
  readsSystem: boolean;
  /** The schema that the runtime should enforce. The caller validates the answer. */
  schema: z.ZodType;
  maxOutputTokens: number;
  /** Called with the text as it arrives. Null to request the whole answer. */
  onText: ((text: string) => void) | null;
  /** Aborts the call if the client disconnects. */
  signal: AbortSignal;
  sleep: (seconds: number) => Promise<void>;
}

/** A model's answer. */
export interface ModelReply {
  text: string;
  /** Whether it ended at the output limit. */
  isFull: boolean;
  /** Prompt tokens reported by the runtime, or undefined. */
  read: number | undefined;
  /** Output tokens reported by the runtime, or undefined. */
  written: number | undefined;
}

const MAX_TRIES = 4;
/** Share of the time-out within which the first byte must arrive. */
const FIRST_BYTE_SHARE = 0.5;
/** Kinds whose runtimes sample by default. Some hosted models reject a temperature. */
const SAMPLING: ReadonlySet<ModelBinding["kind"]> = new Set(["openai_compatible", "ollama"]);

/**
 * Calls a model and returns its reply. If the server rejects a field of the request, omits it from then on. Retries
 * temporary faults with growing delay while the time-out allows and nothing was passed on yet. If the time runs out
 * during a retry, reports the fault instead of the time-out.
 * @throws AppError `provider_error`, `provider_timeout`, `provider_bad_output` for an answer that a safety filter
 *   withholds; the signal's reason if the client disconnected
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
          // A concurrent call may have learned it already.
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
 * Calls the provider's package directly. The SDK's `generateText` and `streamText` would parse the answer a second
 * time, and add the SDK's gateway to the Worker.
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

/** Returns the response format that a server accepts for the schema. Each package writes it in its own format. */
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

/** Separates instructions from untrusted text, unless the model ignores system messages. */
function writeMessages({ system, prompt, readsSystem }: ModelCall): LanguageModelV4Prompt {
  const text = readsSystem ? prompt : `${system}\n\n${prompt}`;
  return [
    ...(readsSystem ? [{ role: "system" as const, content: system }] : []),
    { role: "user", content: [{ type: "text", text }] },
  ];
}

/** Returns the whole answer, whether it matches the schema or not. */
async function askForWhole(
  model: LanguageModelV4,
  request: LanguageModelV4CallOptions,
): Promise<PackageAnswer> {
  const { content, usage, finishReason: reason } = await model.doGenerate(request);
  const text = content.map((part) => (part.type === "text" ? part.text : "")).join("");
  return { text, usage, reason };
}

/** Passes on each piece of text as it arrives. @throws Error if the stream was cut */
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

/** Returns whether a stream ended without a final reason from its service. Packages report this differently. */
function isCut({ unified, raw }: LanguageModelV4FinishReason): boolean {
  return (
    unified === "interrupted" || unified === "error" || (unified === "other" && raw === undefined)
  );
}

/** The time-outs of a call: for its first byte, and in total. */
class CallLimit {
  hasBegun = false;
  /** Why the call is retried. */
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

  /** Milliseconds left. */
  get left(): number {
    return this.#deadline.left;
  }

  /** Records that the first byte has arrived. */
  begin(): void {
    this.hasBegun = true;
    this.#begin();
  }

  /** Waits for work within the limit. */
  async race<T>(work: Promise<T>): Promise<T> {
    return await this.#deadline.race(work);
  }

  end(): void {
    this.#deadline.end();
  }
}
