import type { ReleaseIndex } from "../../../knowledge/attack/release-index.ts";
import { toHex } from "../../../platform/lib/to-hex.ts";
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

/** A model that decides on pairs, and what it is asked with. */
export interface Judge {
  slot: ModelSlot;
  cache: VerdictCache;
  /** Null where answers belong to no session, so that they are not stored. */
  sessionId: string | null;
  release: ReleaseIndex;
  signal: AbortSignal;
}

/** What a model answered. */
export interface Judged {
  /** A pair that it did not answer has none. */
  answers: Map<Pair, KnownAnswer>;
  /** Why the last of the calls whose answers cannot be used failed; null if there was none. */
  fault: AppError | null;
}

/** Pairs with their keys, those that were answered before, and the calls for the others. */
export interface JudgePlan {
  keys: ReadonlyMap<Pair, string>;
  known: ReadonlyMap<string, KnownAnswer>;
  batches: Batch[];
}

/** Looks up what was answered before, and plans the calls for what was not. */
export async function planJudgement(
  pairs: readonly Pair[],
  definitions: ReadonlyMap<string, Definition>,
  judge: Pick<Judge, "slot" | "cache" | "release">,
): Promise<JudgePlan> {
  const { slot, cache, release } = judge;
  const keys = new Map<Pair, string>();
  for (const pair of pairs) keys.set(pair, await keyOf(pair, judge));
  const known = await cache.find([...keys.values()]);
  const open = pairs.filter((pair) => !known.has(keys.get(pair) ?? ""));
  return {
    keys,
    known,
    batches: planBatches(open, definitions, release, slot.limit, slot.binding),
  };
}

/**
 * Asks a model about pairs. Each call's answers are stored when they come, so that an analysis which is
 * broken off goes on where it was. A pair that the model skips is asked about once more.
 * @param report called with the number of pairs that have been asked about
 */
export async function askJudge(
  plan: JudgePlan,
  definitions: ReadonlyMap<string, Definition>,
  judge: Judge,
  report: (done: number) => void,
): Promise<Judged> {
  const judged: Judged = { answers: new Map(), fault: null };
  const { answers } = judged;
  for (const [pair, key] of plan.keys) {
    const answer = plan.known.get(key);
    if (answer !== undefined) answers.set(pair, answer);
  }
  const { slot, release } = judge;
  let done = answers.size;
  const answerAll = async (batches: readonly Batch[], round: number) => {
    await inParallel(batches, slot.concurrency, judge.signal, async (batch, signal) => {
      const asked = askBatch(batch, definitions, judge, round, signal);
      const got = await asked.catch((error: unknown) => {
        // An answer that cannot be used costs its own pairs, and no others.
        if (!(error instanceof AppError) || error.code !== "provider_bad_output") throw error;
        judged.fault = error;
        return new Map<Pair, KnownAnswer>();
      });
      for (const [pair, answer] of got) answers.set(pair, answer);
      await store(got, plan.keys, judge);
      if (round > 1) return;
      done += batch.pairs.length;
      report(done);
    });
  };
  report(done);
  await answerAll(plan.batches, 1);
  const skipped = plan.batches.flatMap(({ pairs }) => pairs).filter((pair) => !answers.has(pair));
  await answerAll(planBatches(skipped, definitions, release, slot.limit, slot.binding), 2);
  return judged;
}

/**
 * Asks about the pairs of one call.
 * @param round makes a repeated question another one: a model that samples nothing would repeat its answer
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

async function store(
  got: ReadonlyMap<Pair, KnownAnswer>,
  keys: ReadonlyMap<Pair, string>,
  { cache, sessionId }: Judge,
): Promise<void> {
  if (sessionId === null || got.size === 0) return;
  const byKey = [...got].map(([pair, answer]) => [keys.get(pair) ?? "", answer] as const);
  await cache.store(sessionId, new Map(byKey));
}

/** What an answer depends on: the model, the question, the passage and what is around it. */
async function keyOf(
  { passage: { text, before, after }, attack_id: id }: Pair,
  { slot, release: { domain, version } }: Pick<Judge, "slot" | "release">,
): Promise<string> {
  const { kind, model, baseUrl = null } = slot.binding;
  const whole = [PROMPT_VERSION, kind, baseUrl, model, domain, version, id, before, text, after];
  const bytes = new TextEncoder().encode(JSON.stringify(whole));
  return toHex(await crypto.subtle.digest("SHA-256", bytes));
}
