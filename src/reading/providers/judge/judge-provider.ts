import { reaches } from "../../analyser/strictness.ts";
import { removeCoveredParents } from "../../analyser/remove-covered-parents.ts";
import type { FoundTechnique } from "../../recognition/found-technique.ts";
import {
  type AnalysisProvider,
  type AnalysisRequest,
  type ProviderEvents,
  type ProviderFindings,
  SILENT,
} from "../analysis-provider.ts";
import type { ProviderDeps } from "../deps.ts";
import { hashText } from "../../../platform/lib/hash-text.ts";
import { createEmbeddedProvider } from "../embedded/embedded-provider.ts";
import { isAbsurd } from "../embedded/judge-pair.ts";
import { ModelSlot } from "../language-model/model-slot.ts";
import type { ModelBinding } from "../language-model/open-model.ts";
import type { Usage } from "../usage.ts";
import { askJudge, type Judge, type Judged, type JudgePlan, planJudgement } from "./ask-judge.ts";
import { requireAnswers, warnOfJudge } from "./check-judgement.ts";
import { defineTechniques } from "./define-techniques.ts";
import { LIKELY, mergeJudgements } from "./merge-judgements.ts";
import { keyOf, openPassages, type Pair, type Passage, proposePairs } from "./propose-pairs.ts";
import type { KnownAnswer } from "./verdict.ts";

/** Probability from which the embedded analyzer proposes a technique. docs/measuring.md has its recall. */
const PROPOSE_FROM = 0.03;
/** Maximum techniques that the model itself may add to one report. */
const MAX_ADDED = 60;
/** Maximum unlikely candidates, in addition to those that the model or the analyzer supports. */
const MAX_CANDIDATES = 10;

/**
 * Creates a provider in which the embedded analyzer proposes techniques and a language model decides on passages. The
 * model also judges techniques that it suggests itself. Only sentences with a candidate, and adjacent ones, are sent.
 */
export function createJudgeProvider(deps: ProviderDeps, binding: ModelBinding): AnalysisProvider {
  const embedded = createEmbeddedProvider(deps.models);
  return {
    kind: "judged",
    model: async (release) => `${await embedded.model(release)} + ${binding.model}`,
    analyse: async (request, events) =>
      await ModelSlot.use(deps, binding, request.signal, async (slot) =>
        new ReportJudge(deps, slot, request).judge(events),
      ),
    estimate: async (request) =>
      await ModelSlot.use(deps, binding, request.signal, async (slot) =>
        new ReportJudge(deps, slot, request).estimate(),
      ),
  };
}

/** Judges one report. */
class ReportJudge {
  readonly #deps: ProviderDeps;
  readonly #slot: ModelSlot;
  readonly #request: AnalysisRequest;
  readonly #read: (span: Pair["place"]) => Passage;
  /** Identifies the text. */
  #report: Promise<string> | null = null;

  constructor(deps: ProviderDeps, slot: ModelSlot, request: AnalysisRequest) {
    this.#deps = deps;
    this.#slot = slot;
    this.#request = request;
    this.#read = openPassages(request.document);
  }

  async estimate(): Promise<Usage> {
    const { pairs, found } = await this.#propose(SILENT);
    const definitions = await this.#define(pairs, found);
    const plan = await planJudgement(pairs, definitions, await this.#open());
    const { batches, cachedPairs } = plan;
    const sum = (count: (batch: (typeof batches)[number]) => number) =>
      batches.reduce((all, batch) => all + count(batch), 0);
    return this.#slot.usageOf({
      calls: batches.length,
      input_tokens: sum(({ inputTokens }) => inputTokens),
      output_tokens: sum(({ outputTokens }) => outputTokens),
      pairs: pairs.length,
      cached_pairs: cachedPairs,
    });
  }

  async judge(events: ProviderEvents): Promise<ProviderFindings> {
    const { pairs, found, embedded } = await this.#propose(events);
    const first = await this.#ask(pairs, found, events);
    const added = this.#added(pairs, first.answers);
    const second = await this.#ask(added, found, events, pairs.length);
    const answers = new Map([...first.answers, ...second.answers]);
    const all = [...pairs, ...added];
    requireAnswers(all, answers, second.fault ?? first.fault);
    const { document, release, proposals = [] } = this.#request;
    const asked = { pairs: all, proposals, text: document.text, release };
    const { techniques, reliability } = mergeJudgements(found, answers, asked);
    const { findings, candidates, threshold } = this.#part(techniques);
    const models = await this.#deps.models.find(release);
    return {
      ...embedded,
      // The service writes it from the findings that remain after checks.
      summary: "",
      techniques: [...findings, ...candidates],
      threshold,
      candidates: [],
      check: {
        // Each row's judgement shows where the two differ.
        techniques: [],
        isAbsurd: (attackId, passage) => isAbsurd(attackId, passage, release, models),
      },
      warnings: warnOfJudge(all, answers, found, reliability),
      usage: this.#slot.usage({
        pairs: all.length,
        cached_pairs: first.plan.cachedPairs + second.plan.cachedPairs,
      }),
    };
  }

  /** Returns what the embedded analyzer finds down to a low confidence, as pairs. */
  async #propose(events: ProviderEvents) {
    const { release, proposals = [] } = this.#request;
    const strictness = { mode: "recall" as const, min_confidence: PROPOSE_FROM };
    const embedded = await createEmbeddedProvider(this.#deps.models).analyse(
      { ...this.#request, strictness },
      { ...SILENT, progress: (stage, done, total) => events.progress(stage, done, total) },
    );
    const found = [...embedded.techniques, ...embedded.candidates];
    return { embedded, found, pairs: proposePairs([...found, ...proposals], this.#read, release) };
  }

  async #define(pairs: readonly Pair[], found: readonly FoundTechnique[]) {
    const ids = [...new Set(pairs.map(({ attack_id }) => attack_id))];
    return await defineTechniques(ids, found, this.#request.release, this.#deps.definitions);
  }

  async #open(): Promise<Judge> {
    const { document, release, signal, sessionId = null } = this.#request;
    this.#report ??= hashText(document.text);
    const known = { cache: this.#deps.verdicts, sessionId, report: await this.#report };
    return { slot: this.#slot, release, signal, ...known };
  }

  /** @param before number of pairs asked about earlier, for the progress */
  async #ask(
    pairs: readonly Pair[],
    found: readonly FoundTechnique[],
    events: ProviderEvents,
    before = 0,
  ): Promise<Judged & { plan: JudgePlan }> {
    const definitions = await this.#define(pairs, found);
    const judge = await this.#open();
    const plan = await planJudgement(pairs, definitions, judge);
    const judged = await askJudge(plan, definitions, judge, (done) =>
      events.progress("judge", before + done, before + pairs.length),
    );
    return { ...judged, plan };
  }

  /** Returns the pairs that the model's own suggestions add. */
  #added(pairs: readonly Pair[], answers: ReadonlyMap<Pair, KnownAnswer>): Pair[] {
    const asked = new Set(pairs.map(keyOf));
    const added = new Map<string, Pair>();
    for (const [{ passage, place }, { other_id, missed }] of answers) {
      for (const attack_id of other_id === null ? missed : [other_id, ...missed]) {
        const pair = { passage, place, attack_id };
        if (!asked.has(keyOf(pair))) added.set(keyOf(pair), pair);
      }
    }
    return [...added.values()].slice(0, MAX_ADDED);
  }

  /** Separates findings from the other techniques that an analyst may want to see. */
  #part(techniques: readonly FoundTechnique[]) {
    const threshold = this.#request.strictness?.min_confidence ?? LIKELY;
    const sorted = techniques.toSorted((a, b) => b.confidence - a.confidence);
    const likely = sorted.filter(({ confidence }) => reaches(confidence, threshold));
    const printed = new Set(
      likely
        .filter(({ explanation }) => explanation.hit?.kind === "id")
        .map(({ attack_id }) => attack_id),
    );
    const findings = removeCoveredParents(likely, printed, this.#request.release);
    const others = sorted.slice(likely.length);
    const isClaimed = ({ judgement }: FoundTechnique) =>
      judgement !== undefined && judgement.standing !== "embedded_only";
    const rest = others.filter((one) => !isClaimed(one)).slice(0, MAX_CANDIDATES);
    return { findings, candidates: [...others.filter(isClaimed), ...rest], threshold };
  }
}
