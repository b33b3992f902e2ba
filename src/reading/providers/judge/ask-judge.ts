import type { ReleaseIndex } from "../../../knowledge/attack/release-index.ts";
import { hashText } from "../../../platform/lib/hash-text.ts";
import { inParallel } from "../language-model/in-parallel.ts";
import type { ModelSlot } from "../language-model/model-slot.ts";
import { fenceOf } from "../language-model/prompt.ts";
import { AppError } from "../../../platform/lib/errors.ts";
import {
  type Definition,
  passagesOf,
  PROMPT_VERSION,
  verdictsSchema,
  writeJudgePrompt,
} from "./judge-prompt.ts";
import { type Batch, planBatches, REPAIR_CHARS } from "./plan-batches.ts";
import type { Pair } from "./propose-pairs.ts";
import { readVerdicts } from "./read-verdicts.ts";
import type { KnownAnswer, VerdictCache } from "./verdict.ts";

/** A model that decides on pairs, and the context of its questions. */
export interface Judge {
  slot: ModelSlot;
  cache: VerdictCache;
  /** Null if answers belong to no session and are not stored. */
  sessionId: string | null;
  release: ReleaseIndex;
  /** SHA-256 of the report, so that no report can plant verdicts for another one that quotes it. */
  report: string;
  signal: AbortSignal;
}

/** A model's answers. */
export interface Judged {
  /** Unanswered pairs have no entry. */
  answers: Map<Pair, KnownAnswer>;
  /** The fault of the last call without a usable answer, or null. */
  fault: AppError | null;
}

/** Pairs with their keys, cached answers, and the calls for the rest. */
export interface JudgePlan {
  /** Passages with the same words share a key, and are sent once. */
  keys: ReadonlyMap<Pair, string>;
  known: ReadonlyMap<string, KnownAnswer>;
  /** Pairs with a cached answer. */
  cachedPairs: number;
  batches: Batch[];
}

/** Looks up cached answers, and plans the calls for the others. */
export async function planJudgement(
  pairs: readonly Pair[],
  definitions: ReadonlyMap<string, Definition>,
  judge: Pick<Judge, "slot" | "cache" | "release" | "report">,
): Promise<JudgePlan> {
  const { slot, cache, release } = judge;
  const keys = new Map<Pair, string>();
  for (const pair of pairs) keys.set(pair, await keyOf(pair, judge));
  const known = await cache.find([...new Set(keys.values())]);
  const open = new Map<string, Pair>();
  for (const [pair, key] of keys) if (!known.has(key) && !open.has(key)) open.set(key, pair);
  return {
    keys,
    known,
    cachedPairs: [...keys.values()].filter((key) => known.has(key)).length,
    batches: planBatches([...open.values()], definitions, release, slot.limit, slot.binding),
  };
}

/** Calls without any usable answer after which the model is no longer used. */
const MAX_USELESS_CALLS = 3;

/**
 * Asks a model about pairs. Stores the answers of each call as they arrive, so that an interrupted analysis can
 * continue.
 * Repeats a pair once if the model skips it.
 * @param report called with the number of pairs that have been asked about
 */
export async function askJudge(
  plan: JudgePlan,
  definitions: ReadonlyMap<string, Definition>,
  judge: Judge,
  report: (done: number) => void,
): Promise<Judged> {
  const { slot, release } = judge;
  const answers = new Map(plan.known);
  let fault: AppError | null = null;
  let useless = 0;
  const answerAll = async (batches: readonly Batch[], round: number) => {
    await inParallel(batches, slot.concurrency, judge.signal, async (batch, signal) => {
      const asked = askBatch(batch, definitions, judge, round, signal);
      const got = await asked.catch((error: unknown) => {
        // An unusable answer affects only its own pairs.
        if (!(error instanceof AppError) || error.code !== "provider_bad_output") throw error;
        fault = error;
        if ((useless += 1) >= MAX_USELESS_CALLS && answers.size === 0) throw error;
        return new Map<Pair, KnownAnswer>();
      });
      const byKey = new Map([...got].map(([pair, answer]) => [plan.keys.get(pair) ?? "", answer]));
      for (const [key, answer] of byKey) answers.set(key, answer);
      if (judge.sessionId !== null && byKey.size > 0) {
        await judge.cache.store(judge.sessionId, byKey);
      }
      report(answeredOf(plan.keys, answers).size);
    });
  };
  report(plan.cachedPairs);
  await answerAll(plan.batches, 1);
  const skipped = plan.batches
    .flatMap(({ pairs }) => pairs)
    .filter((pair) => !answers.has(plan.keys.get(pair) ?? ""));
  await answerAll(planBatches(skipped, definitions, release, slot.limit, slot.binding), 2);
  return { answers: answeredOf(plan.keys, answers), fault };
}

function answeredOf(
  keys: ReadonlyMap<Pair, string>,
  answers: ReadonlyMap<string, KnownAnswer>,
): Map<Pair, KnownAnswer> {
  return new Map(
    [...keys].flatMap(([pair, key]) => {
      const answer = answers.get(key);
      return answer === undefined ? [] : [[pair, answer] as const];
    }),
  );
}

/**
 * Asks about the pairs of one call.
 * @param round makes a repeated question differ, because a deterministic model would repeat its answer
 * @throws AppError `provider_*`
 */
async function askBatch(
  { pairs, maxOutputTokens }: Batch,
  definitions: ReadonlyMap<string, Definition>,
  { slot, release }: Judge,
  round: number,
  signal: AbortSignal,
): Promise<Map<Pair, KnownAnswer>> {
  const fence = await fenceOf(JSON.stringify([round, passagesOf(pairs)]));
  const answers = await slot.ask({
    ...writeJudgePrompt(pairs, definitions, release, fence),
    schema: verdictsSchema,
    read: (text) => readVerdicts(text, pairs, release),
    maxOutputTokens,
    repairChars: REPAIR_CHARS,
    signal,
    onText: null,
  });
  return new Map(
    [...answers].flatMap(([at, answer]) => {
      const pair = pairs[at];
      return pair === undefined ? [] : [[pair, answer] as const];
    }),
  );
}

/**
 * Returns the key of an answer. It covers the model, the question, the passage with its context, and the report, whose
 * other passages are in the same prompt.
 */
async function keyOf(
  { passage: { text, before, after }, attack_id: id }: Pair,
  { slot, report, release: { domain, version } }: Pick<Judge, "slot" | "release" | "report">,
): Promise<string> {
  const { kind, model, baseUrl = null } = slot.binding;
  const of = [PROMPT_VERSION, kind, baseUrl, model, domain, version, report];
  const whole = [...of, id, before, text, after];
  return await hashText(JSON.stringify(whole));
}
