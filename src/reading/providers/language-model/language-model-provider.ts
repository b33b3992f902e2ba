import type { ProviderDeps } from "../deps.ts";
import { AppError } from "../../../platform/lib/errors.ts";
import { bodyText } from "../../../text/document/body-text.ts";
import type { Document } from "../../../text/document/document.ts";
import { cutDocument } from "../../../text/document/cut-document.ts";
import {
  type AnalysisProvider,
  type AnalysisRequest,
  type EmbeddedCheck,
  type ProviderEvents,
  type ProviderFindings,
} from "../analysis-provider.ts";
import { isAbsurd } from "../embedded/judge-pair.ts";
import { parseAnswer, type ReadAnswer } from "./parse-answer.ts";
import { faultOf, mergeAnswers } from "./merge-answers.ts";
import { type ModelBinding, openModel } from "./open-model.ts";
import { callModel } from "./call-model.ts";
import { askLimit } from "./limits/ask-limit.ts";
import { type Chunk, chunkReport } from "./chunk-report.ts";
import { OrderedOutput } from "./ordered-output.ts";
import { newFence, writePrompt, writeRepair } from "./prompt.ts";
import { type CallPlan, planCalls } from "./plan-calls.ts";
import { requireRead } from "./require-read.ts";
import { openSender } from "./send-to-model.ts";
import { memoryOf, type SlotMemory } from "./slot-memory.ts";
import { suspect } from "./suspect.ts";

/** Calls at a time for one report. */
const CONCURRENCY = 3;

/**
 * A language model behind a slot. The whole report is read: what is longer than one call takes is
 * cut into overlapping chunks. What it answers is not believed; `groundFindings` checks it.
 */
export function createLanguageModelProvider(
  deps: ProviderDeps,
  binding: ModelBinding,
): AnalysisProvider {
  return {
    kind: binding.kind,
    model: async () => binding.model,
    analyse: async (request, events) => {
      const { operator } = deps.network;
      const slot = {
        binding,
        send: openSender(operator, binding),
        memory: memoryOf(operator, binding.prefix),
      };
      try {
        const limit = await askLimit(slot.memory, binding, slot.send, request.signal);
        const plan = planCalls(limit, binding);
        return await new ReportReader(deps, { ...slot, plan }, request, events).read();
      } catch (error) {
        // The next analysis asks again: by then the runtime may have another context.
        slot.memory.limit = undefined;
        throw error;
      }
    },
  };
}

/** The language model of a slot, as far as it is known. */
interface Slot {
  binding: ModelBinding;
  send: typeof fetch;
  memory: SlotMemory;
  plan: CallPlan;
}

/** Reads one report with a model. */
class ReportReader {
  readonly #deps: ProviderDeps;
  readonly #slot: Slot;
  readonly #request: AnalysisRequest;
  readonly #events: ProviderEvents;
  /** The report without its furniture. */
  readonly #body: Document;
  readonly #chunks: Chunk[];
  readonly #output: OrderedOutput;
  /** Groups that stand in the text, whatever the model says. */
  readonly #groups = new Set<string>();
  /** Techniques that the embedded analyser reports, to compare the answers with. */
  readonly #reported = new Set<string>();
  /** Ends the other calls when one fails. */
  readonly #failed = new AbortController();
  readonly #signal: AbortSignal;

  constructor(deps: ProviderDeps, slot: Slot, request: AnalysisRequest, events: ProviderEvents) {
    this.#deps = deps;
    this.#slot = slot;
    this.#request = request;
    this.#events = events;
    const { document } = request;
    const blocks = document.blocks.filter(({ kind }) => kind !== "furniture");
    this.#body = { ...document, text: bodyText(document), blocks };
    this.#chunks = chunkReport(this.#body, slot.binding.chunkChars, slot.plan.chunkTokens);
    this.#output = new OrderedOutput(this.#chunks.length, (text) => events.token(text));
    this.#signal = AbortSignal.any([request.signal, this.#failed.signal]);
  }

  async read(): Promise<ProviderFindings> {
    const answers: ReadAnswer[] = [];
    let next = 0;
    let done = 0;
    const work = async () => {
      for (let at = next++; at < this.#chunks.length; at = next++) {
        answers[at] = await this.#readChunk(at);
        this.#output.end(at);
        done += 1;
        this.#events.progress("analyse", done, this.#chunks.length);
      }
    };
    const workers = Array.from({ length: Math.min(CONCURRENCY, this.#chunks.length) }, work);
    try {
      await Promise.all(workers);
    } catch (error) {
      this.#failed.abort(error);
      await Promise.allSettled(workers);
      throw error;
    }
    const { release } = this.#request;
    const models = await this.#deps.models.find(release);
    const check: EmbeddedCheck = {
      techniques: [...this.#reported],
      isAbsurd: (attackId, passage) => isAbsurd(attackId, passage, release, models),
    };
    return { ...mergeAnswers(answers, [...this.#groups], this.#request), check };
  }

  async #readChunk(at: number): Promise<ReadAnswer> {
    const { maxSuspected, repairChars } = this.#slot.plan;
    const document = cutDocument(this.#body, this.#chunks[at] ?? { start: 0, end: 0 });
    const request = { ...this.#request, document, signal: this.#signal };
    const found = await suspect(this.#deps.models, maxSuspected, request);
    const { reported, suspected, groups } = found;
    for (const id of reported) this.#reported.add(id);
    for (const name of groups) this.#groups.add(name);
    const { system, prompt } = writePrompt({
      release: this.#request.release,
      suspected,
      text: document.text,
      part: { number: at + 1, of: this.#chunks.length },
      fence: newFence(),
    });
    const first = await this.#call(at, system, prompt);
    const parsed = parseAnswer(first);
    const fault = faultOf(parsed);
    if (fault === null && "answer" in parsed) return parsed;
    const repaired = parseAnswer(
      await this.#call(at, system, writeRepair(prompt, first, fault ?? "", repairChars)),
    );
    const again = faultOf(repaired);
    if (again === null && "answer" in repaired) return repaired;
    throw new AppError(
      "provider_bad_output",
      `The provider returned an unusable answer twice: ${again}`,
    );
  }

  async #call(at: number, system: string, prompt: string): Promise<string> {
    const { binding, send, memory, plan } = this.#slot;
    const { text, read } = await callModel({
      open: (form) => openModel(binding, { send, form, limit: plan.limit }),
      memory,
      binding,
      system,
      prompt,
      maxOutputTokens: plan.answerTokens,
      signal: this.#signal,
      sleep: this.#deps.sleep,
      onText: this.#request.stream ? (piece) => this.#output.write(at, piece) : null,
    });
    requireRead(`${system}\n${prompt}`, read, plan.limit, binding);
    return text;
  }
}
