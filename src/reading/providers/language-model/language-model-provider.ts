import type { ProviderDeps } from "../deps.ts";
import { bodyText } from "../../../text/document/body-text.ts";
import type { Document } from "../../../text/document/document.ts";
import { cutDocument } from "../../../text/document/cut-document.ts";
import {
  type AnalysisProvider,
  type AnalysisRequest,
  type EmbeddedCheck,
  type ProviderEvents,
  type ProviderFindings,
  SILENT,
} from "../analysis-provider.ts";
import type { Usage } from "../usage.ts";
import { isAbsurd } from "../embedded/judge-pair.ts";
import { answerSchema, type ReadAnswer } from "./parse-answer.ts";
import { readWhole, mergeAnswers } from "./merge-answers.ts";
import type { ModelBinding } from "./open-model.ts";
import { ModelSlot } from "./model-slot.ts";
import { type Chunk, chunkReport } from "./chunk-report.ts";
import { OrderedOutput } from "./ordered-output.ts";
import { fenceOf, writePrompt } from "./prompt.ts";
import {
  type CallPlan,
  INSTRUCTION_TOKENS,
  planCalls,
  TOKENS_PER_SUSPECTED,
} from "./plan-calls.ts";
import { estimateTokens } from "./count-tokens.ts";
import { inParallel } from "./in-parallel.ts";
import { suspect } from "./suspect.ts";

/** Typical tokens of an answer about part of a report. Most are shorter. */
const LIKELY_ANSWER_TOKENS = 2_000;

/**
 * Creates the provider for a slot's language model. It analyzes the whole report. A report too long for one call is cut
 * into overlapping chunks. Its answers are untrusted, and `groundFindings` checks them.
 */
export function createLanguageModelProvider(
  deps: ProviderDeps,
  binding: ModelBinding,
): AnalysisProvider {
  return {
    kind: binding.kind,
    model: async () => binding.model,
    analyse: async (request, events) =>
      await ModelSlot.use(deps, binding, request.signal, async (slot) =>
        new ReportReader(deps, slot, request, events).read(),
      ),
    estimate: async (request) =>
      await ModelSlot.use(deps, binding, request.signal, async (slot) =>
        new ReportReader(deps, slot, request, SILENT).estimate(),
      ),
  };
}

/** Analyzes one report with a model. */
class ReportReader {
  readonly #deps: ProviderDeps;
  readonly #slot: ModelSlot;
  readonly #plan: CallPlan;
  readonly #request: AnalysisRequest;
  readonly #events: ProviderEvents;
  /** The report without its furniture. */
  readonly #body: Document;
  readonly #chunks: Chunk[];
  readonly #output: OrderedOutput;
  /** Groups that the text names, regardless of the model. */
  readonly #groups = new Set<string>();
  /** Techniques reported by the embedded analyzer, to compare with the answers. */
  readonly #reported = new Set<string>();

  constructor(
    deps: ProviderDeps,
    slot: ModelSlot,
    request: AnalysisRequest,
    events: ProviderEvents,
  ) {
    this.#deps = deps;
    this.#slot = slot;
    this.#plan = planCalls(slot.limit, slot.binding);
    this.#request = request;
    this.#events = events;
    const { document } = request;
    const blocks = document.blocks.filter(({ kind }) => kind !== "furniture");
    this.#body = { ...document, text: bodyText(document), blocks };
    this.#chunks = chunkReport(this.#body, slot.binding.chunkChars, this.#plan.chunkTokens);
    this.#output = new OrderedOutput(this.#chunks.length, (text) => events.token(text));
  }

  async read(): Promise<ProviderFindings> {
    const answers: ReadAnswer[] = [];
    let done = 0;
    const { concurrency } = this.#slot;
    const chunks = [...this.#chunks.keys()];
    await inParallel(chunks, concurrency, this.#request.signal, async (at, signal) => {
      answers[at] = await this.#readChunk(at, signal);
      this.#output.end(at);
      done += 1;
      this.#events.progress("analyse", done, this.#chunks.length);
    });
    const { release } = this.#request;
    const models = await this.#deps.models.find(release);
    const check: EmbeddedCheck = {
      techniques: [...this.#reported],
      isAbsurd: (attackId, passage) => isAbsurd(attackId, passage, release, models),
    };
    const merged = mergeAnswers(answers, [...this.#groups], this.#request);
    return { ...merged, check, usage: this.#slot.usage() };
  }

  estimate(): Usage {
    const { maxSuspected, answerTokens } = this.#plan;
    const tokens = this.#chunks.map(({ start, end }) =>
      estimateTokens(this.#body.text.slice(start, end)),
    );
    const calls = tokens.length;
    const others = INSTRUCTION_TOKENS + maxSuspected * TOKENS_PER_SUSPECTED;
    return this.#slot.usageOf({
      calls,
      input_tokens: tokens.reduce((sum, count) => sum + count, calls * others),
      output_tokens: calls * Math.min(answerTokens, LIKELY_ANSWER_TOKENS),
      pairs: 0,
      cached_pairs: 0,
    });
  }

  async #readChunk(at: number, signal: AbortSignal): Promise<ReadAnswer> {
    const { maxSuspected, answerTokens, repairChars } = this.#plan;
    const document = cutDocument(this.#body, this.#chunks[at] ?? { start: 0, end: 0 });
    const request = { ...this.#request, document, signal };
    const found = await suspect(this.#deps.models, maxSuspected, request);
    const { reported, suspected, groups } = found;
    for (const id of reported) this.#reported.add(id);
    for (const name of groups) this.#groups.add(name);
    const { system, prompt } = writePrompt({
      release: this.#request.release,
      suspected,
      text: document.text,
      part: { number: at + 1, of: this.#chunks.length },
      fence: await fenceOf(document.text),
    });
    return await this.#slot.ask({
      system,
      prompt,
      schema: answerSchema,
      read: readWhole,
      maxOutputTokens: answerTokens,
      repairChars,
      signal,
      onText: this.#request.stream ? (piece) => this.#output.write(at, piece) : null,
    });
  }
}
