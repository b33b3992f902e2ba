import type { ProviderDeps } from "../deps.ts";
import { AppError } from "../../../platform/lib/errors.ts";
import { limitStream } from "../../../platform/lib/streams.ts";
import { bodyText } from "../../../text/document/body-text.ts";
import type { Document } from "../../../text/document/document.ts";
import { cutDocument } from "../../../text/document/cut-document.ts";
import { BALANCED, languageModelCut } from "../../analyser/strictness.ts";
import { UNEXPLAINED } from "../../recognition/found-technique.ts";
import {
  type AnalysisProvider,
  type AnalysisRequest,
  type EmbeddedCheck,
  type ProviderEvents,
  type ProviderFindings,
} from "../analysis-provider.ts";
import { isAbsurd } from "../embedded/judge-pair.ts";
import { type ParsedAnswer, parseAnswer, type ReadAnswer } from "./parse-answer.ts";
import { type ModelBinding, openModel } from "./open-model.ts";
import { callModel } from "./call-model.ts";
import { type Chunk, chunkReport } from "./chunk-report.ts";
import { OrderedOutput } from "./ordered-output.ts";
import { newFence, writePrompt, writeRepair } from "./prompt.ts";
import { noModelThere } from "./provider-fault.ts";
import { suspect } from "./suspect.ts";

/** Calls at a time for one report. */
const CONCURRENCY = 3;
/** More than any model writes, events around it included. */
const MAX_ANSWER_BYTES = 8 * 1024 * 1024;
/** Media types that no model answers in, and the pages of proxies do. */
const WEB_PAGE = /^\s*(?:text\/html|application\/xhtml\+xml|(?:text|application)\/xml)\b/i;

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
    analyse: async (request, events) =>
      await new ReportReader(deps, binding, request, events).read(),
  };
}

/** Reads one report with a model. */
class ReportReader {
  readonly #deps: ProviderDeps;
  readonly #binding: ModelBinding;
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

  constructor(
    deps: ProviderDeps,
    binding: ModelBinding,
    request: AnalysisRequest,
    events: ProviderEvents,
  ) {
    this.#deps = deps;
    this.#binding = binding;
    this.#request = request;
    this.#events = events;
    const { document } = request;
    const blocks = document.blocks.filter(({ kind }) => kind !== "furniture");
    this.#body = { ...document, text: bodyText(document), blocks };
    this.#chunks = chunkReport(this.#body, binding.chunkChars);
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
    const document = cutDocument(this.#body, this.#chunks[at] ?? { start: 0, end: 0 });
    const request = { ...this.#request, document, signal: this.#signal };
    const { reported, suspected, groups } = await suspect(this.#deps.models, request);
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
      await this.#call(at, system, writeRepair(prompt, first, fault ?? "")),
    );
    const again = faultOf(repaired);
    if (again === null && "answer" in repaired) return repaired;
    throw new AppError(
      "provider_bad_output",
      `The provider returned an unusable answer twice: ${again}`,
    );
  }

  async #call(at: number, system: string, prompt: string): Promise<string> {
    const { network, sleep } = this.#deps;
    return await callModel({
      model: openModel(this.#binding, async (input, init) => {
        return await send(network.operator, this.#binding, input, init);
      }),
      binding: this.#binding,
      system,
      prompt,
      signal: this.#signal,
      sleep,
      onText: this.#request.stream ? (text) => this.#output.write(at, text) : null,
    });
  }
}

/**
 * Sends a request to the address that the operator named: what that redirects to, nobody did. An
 * answer without end is ended.
 * @throws AppError `provider_error` for a web page that says that all is well
 */
async function send(
  network: typeof fetch,
  binding: ModelBinding,
  input: RequestInfo | URL,
  init?: RequestInit,
) {
  const response = await network(input, { ...init, redirect: "manual" });
  const type = response.headers.get("Content-Type") ?? "";
  if (response.ok && WEB_PAGE.test(type)) {
    await response.body?.cancel();
    throw noModelThere(type, binding);
  }
  if (response.body === null) return response;
  const what = "The provider's answer";
  const body = limitStream(response.body, MAX_ANSWER_BYTES, "provider_bad_output", what);
  const { status, headers } = response;
  return new Response(body, { status, headers });
}

/** What to ask a model again for: an answer that cannot be read, or none of whose rows can. */
function faultOf(parsed: ParsedAnswer): string | null {
  if (!("answer" in parsed)) return parsed.fault;
  const [first] = parsed.rejected;
  if (first === undefined || parsed.answer.techniques.length > 0) return null;
  return `No technique could be read: ${first.attack_id} ${first.reason}.`;
}

/** What the parts of a report gave, as one; grounding merges what they both name. */
function mergeAnswers(
  read: readonly ReadAnswer[],
  groups: readonly string[],
  { document, strictness = BALANCED }: AnalysisRequest,
): Omit<ProviderFindings, "check"> {
  const answers = read.map(({ answer }) => answer);
  return {
    summary: [...new Set(answers.map(({ summary }) => summary.trim()))].filter(Boolean).join(" "),
    rejected: read.flatMap(({ rejected }) => rejected),
    techniques: answers.flatMap(({ techniques }) =>
      techniques.map((technique) => ({
        ...technique,
        evidence_start: null,
        evidence_end: null,
        passages: [],
        warnings: [],
        explanation: UNEXPLAINED,
      })),
    ),
    threshold: languageModelCut(strictness),
    set_aside: [],
    candidates: [],
    group_names: [...new Set([...groups, ...answers.flatMap((answer) => answer.groups)])],
    chunks: answers.length,
    chars_analyzed: document.text.length,
  };
}
