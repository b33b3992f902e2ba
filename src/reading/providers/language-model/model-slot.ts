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

/** A question to a model, and how its answer is read. */
export interface Question<T> {
  system: string;
  prompt: string;
  /** The shape of the answer, which not every runtime adheres to. */
  schema: z.ZodType;
  /** Reads an answer, or says what is wrong with it in a sentence for the model. */
  read: (text: string) => { answer: T } | { fault: string };
  maxOutputTokens: number;
  /** Characters of a bad answer that the model is shown again. */
  repairChars: number;
  signal: AbortSignal;
  /** Called with the text as it comes; null to ask for the whole answer at once. */
  onText: ((text: string) => void) | null;
}

const TOO_LONG = "It was cut off because it was too long. Answer more briefly.";

type SlotDeps = Pick<ProviderDeps, "network" | "sleep" | "log"> & {
  tallies: Pick<ProviderDeps["tallies"], "add">;
};

/** The language model of a slot, as far as it is known, and what was asked of it. */
export class ModelSlot {
  readonly binding: ModelBinding;
  /** Tokens that the runtime reads and writes in one call; null if unknown. */
  readonly limit: number | null;
  /** Questions that it is asked at a time. */
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
   * Opens a slot for one analysis. If that fails, the next one asks the runtime about itself again: by then it
   * may have another context.
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

  /** Does an analysis, and counts its tokens: one that fails has spent some as well. */
  async #work<T>(work: (slot: ModelSlot) => Promise<T>): Promise<T> {
    try {
      return await work(this);
    } finally {
      await this.#tally();
    }
  }

  /** What was asked so far; `pairs` are for the judge to count. */
  usage(pairs = { pairs: 0, cached_pairs: 0 }): Usage {
    const counted = {
      calls: this.#calls,
      input_tokens: this.#read,
      output_tokens: this.#written,
      ...pairs,
    };
    return this.usageOf(counted);
  }

  /** Adds what calls cost. */
  usageOf(counted: Omit<Usage, "cost">): Usage {
    return { ...counted, cost: costOf(counted, this.binding.prices) };
  }

  /**
   * Asks a question, and a second time where the answer cannot be read.
   * @throws AppError `provider_*`; the signal's reason when the client is gone
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

  /** Adds the tokens to those of the slot. A failure costs the count and not the analysis. */
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
