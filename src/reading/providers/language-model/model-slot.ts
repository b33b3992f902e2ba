import type { z } from "zod";
import { AppError } from "../../../platform/lib/errors.ts";
import { describeError } from "../../../platform/lib/log.ts";
import type { ProviderDeps } from "../deps.ts";
import { costOf, type Usage } from "../usage.ts";
import { callModel, type ModelReply } from "./call-model.ts";
import { askFacts } from "./limits/ask-facts.ts";
import type { RuntimeFacts } from "./limits/runtime.ts";
import { type ModelBinding, openModel } from "./open-model.ts";
import { writeRepair } from "./prompt.ts";
import { requireRead } from "./require-read.ts";
import { openSender } from "./send-to-model.ts";
import { memoryOf, type SlotMemory } from "./slot-memory.ts";

/** A question to a model, and the parser of its answer. */
export interface Question<T> {
  system: string;
  prompt: string;
  /** The schema of the answer, which some runtimes ignore. */
  schema: z.ZodType;
  /** Parses an answer, or returns a sentence for the model about its fault. */
  read: (text: string) => { answer: T } | { fault: string };
  maxOutputTokens: number;
  /** Characters of a bad answer that are shown to the model again. */
  repairChars: number;
  signal: AbortSignal;
  /** Called with the text as it arrives. Null to request the whole answer. */
  onText: ((text: string) => void) | null;
}

const TOO_LONG = "It was cut off because it was too long. Answer more briefly.";

type SlotDeps = Pick<ProviderDeps, "network" | "sleep" | "log"> & {
  tallies: Pick<ProviderDeps["tallies"], "add">;
};

/** The language model of a slot, its known facts, and its usage. */
export class ModelSlot {
  readonly binding: ModelBinding;
  /** Tokens of input and output in one call. Null if unknown. */
  readonly limit: number | null;
  /** Maximum parallel questions. */
  readonly concurrency: number;
  readonly #deps: SlotDeps;
  readonly #send: typeof fetch;
  readonly #memory: SlotMemory;
  readonly #readsSystem: boolean;
  #calls = 0;
  #read: number | null = 0;
  #written: number | null = 0;

  private constructor(
    deps: SlotDeps,
    binding: ModelBinding,
    known: { send: typeof fetch; memory: SlotMemory; facts: RuntimeFacts },
  ) {
    this.#deps = deps;
    this.binding = binding;
    this.#send = known.send;
    this.#memory = known.memory;
    this.limit = known.facts.tokens;
    this.concurrency = known.facts.concurrency;
    this.#readsSystem = known.facts.readsSystem;
  }

  /**
   * Opens a slot for one analysis. If the analysis fails, the next one requests the runtime's facts again, because its
   * context may have changed.
   */
  static async use<T>(
    deps: SlotDeps,
    binding: ModelBinding,
    signal: AbortSignal,
    work: (slot: ModelSlot) => Promise<T>,
  ): Promise<T> {
    const { operator } = deps.network;
    const send = openSender(operator, binding);
    const memory = memoryOf(operator, binding.prefix);
    try {
      const facts = await askFacts(memory, binding, send, signal);
      return await new ModelSlot(deps, binding, { send, memory, facts }).#work(work);
    } catch (error) {
      memory.facts = undefined;
      throw error;
    }
  }

  /** Runs an analysis and counts its tokens, even if it fails. */
  async #work<T>(work: (slot: ModelSlot) => Promise<T>): Promise<T> {
    try {
      return await work(this);
    } finally {
      await this.#tally();
    }
  }

  /** Returns the usage so far. The judge counts `pairs`. */
  usage(pairs = { pairs: 0, cached_pairs: 0 }): Usage {
    const counted = {
      calls: this.#calls,
      input_tokens: this.#read,
      output_tokens: this.#written,
      ...pairs,
    };
    return this.usageOf(counted);
  }

  /** Returns a usage with its cost. */
  usageOf(counted: Omit<Usage, "cost">): Usage {
    return { ...counted, cost: costOf(counted, this.binding.prices) };
  }

  /**
   * Asks a question, and repeats it once if the answer is unreadable.
   * @throws AppError `provider_*`; the signal's reason if the client disconnected
   */
  async ask<T>(question: Question<T>): Promise<T> {
    const { prompt, repairChars } = question;
    const first = await this.#call(question, prompt);
    const answered = question.read(first.text);
    if ("answer" in answered) return answered.answer;
    const fault = first.isFull ? TOO_LONG : answered.fault;
    const again = writeRepair(prompt, first.text, fault, repairChars);
    const second = await this.#call(question, again);
    const repaired = question.read(second.text);
    if ("answer" in repaired) return repaired.answer;
    throw new AppError(
      "provider_bad_output",
      second.isFull ? this.#sayFull(question) : this.#sayUnusable(repaired.fault),
    );
  }

  #sayFull({ maxOutputTokens: max }: { maxOutputTokens: number }): string {
    const { prefix } = this.binding;
    return `The provider's answer was cut off at ${max} tokens, twice. Lower ${prefix}_CHUNK_CHARS, or choose a model that writes less before it answers (${prefix}_MODEL).`;
  }

  #sayUnusable(fault: string): string {
    const { prefix } = this.binding;
    return `The provider returned an unusable answer twice: ${fault} Choose a larger model (${prefix}_MODEL), or analyze the report with another provider.`;
  }

  async #call<T>(question: Question<T>, prompt: string): Promise<ModelReply> {
    const { system, schema, maxOutputTokens, signal, onText } = question;
    const reply = await callModel({
      open: (form) => openModel(this.binding, { send: this.#send, form, limit: this.limit }),
      memory: this.#memory,
      binding: this.binding,
      system,
      prompt,
      readsSystem: this.#readsSystem,
      schema,
      maxOutputTokens,
      signal,
      sleep: this.#deps.sleep,
      onText,
    });
    this.#count(reply);
    requireRead(`${system}\n${prompt}`, reply.read, this.limit, this.binding);
    return reply;
  }

  /** Adds the tokens to the slot's tally. A failure loses the count but not the analysis. */
  async #tally(): Promise<void> {
    if (this.#calls === 0) return;
    const tokens = { input: this.#read ?? 0, output: this.#written ?? 0 };
    const { tallies, log } = this.#deps;
    await tallies
      .add("tokens", this.binding.prefix.toLowerCase(), tokens)
      .catch((error: unknown) => {
        log("warn", "tokens.not_counted", describeError(error));
      });
  }

  #count({ read, written }: ModelReply): void {
    this.#calls += 1;
    this.#read = add(this.#read, read);
    this.#written = add(this.#written, written);
  }
}

function add(sum: number | null, more: number | undefined): number | null {
  return sum === null || more === undefined ? null : sum + more;
}
