import type { ReleaseIndex } from "../../../knowledge/attack/release-index.ts";
import { AppError } from "../../../platform/lib/errors.ts";
import { describeRemedy } from "../language-model/context-remedy.ts";
import { estimateTokens } from "../language-model/count-tokens.ts";
import type { ModelBinding } from "../language-model/open-model.ts";
import { type Definition, describe, showPassage, writeJudgePrompt } from "./judge-prompt.ts";
import type { Pair, Passage } from "./propose-pairs.ts";

/** The pairs of one call. */
export interface Batch {
  pairs: Pair[];
  /** Tokens of its prompt, overestimated rather than underestimated. */
  inputTokens: number;
  /** Tokens of the verdicts. */
  outputTokens: number;
  /** Maximum output tokens. Models that think before they answer need more than the verdicts. */
  maxOutputTokens: number;
}

/** Maximum pairs. With more, models start to skip some. */
const MAX_PAIRS = 16;
/** Tokens of a verdict with its reason. */
const TOKENS_PER_VERDICT = 70;
/** Tokens of the braces around the verdicts, and of missed techniques. */
const ANSWER_TOKENS = 200;
/** Tokens of a line in the list of pairs. */
const TOKENS_PER_PAIR = 28;
const MAX_OUTPUT_TOKENS = 16_000;
/** Tokens reserved to show a bad answer again. */
const REPAIR_TOKENS = 200;
export const REPAIR_CHARS = 400;

/**
 * Divides pairs into calls that fit the context of a model, in the order of the report, so that the pairs of a passage
 * are adjacent. Splits the pairs of one passage only if they exceed a call.
 * @param limit tokens of the context, or null if unknown
 * @throws AppError `provider_error` if the context is too small for one pair
 */
export function planBatches(
  pairs: readonly Pair[],
  definitions: ReadonlyMap<string, Definition>,
  release: ReleaseIndex,
  limit: number | null,
  binding: ModelBinding,
): Batch[] {
  const { system } = writeJudgePrompt([], new Map(), release, "0".repeat(32));
  const instructions = estimateTokens(system) + TOKENS_PER_PAIR * 4;
  const room = (limit ?? Number.POSITIVE_INFINITY) - REPAIR_TOKENS - ANSWER_TOKENS;
  const batches: Batch[] = [];
  let open: OpenBatch | null = null;
  for (const pair of pairs) {
    const added: OpenBatch =
      open?.with(pair) ?? new OpenBatch(instructions, definitions).with(pair);
    if (added.pairs.length <= MAX_PAIRS && added.tokens <= room) {
      open = added;
      continue;
    }
    if (open !== null) batches.push(open.close(limit));
    open = new OpenBatch(instructions, definitions).with(pair);
    if (open.tokens > room) throw tooSmall(limit, binding);
  }
  if (open !== null) batches.push(open.close(limit));
  return batches;
}

function tooSmall(limit: number | null, binding: ModelBinding): AppError {
  return new AppError(
    "provider_error",
    `The model reads ${limit} tokens per call, too few to judge a passage. ${describeRemedy(binding)}`,
  );
}

/** A call that is being filled. */
class OpenBatch {
  readonly pairs: readonly Pair[];
  readonly #instructions: number;
  readonly #definitions: ReadonlyMap<string, Definition>;
  readonly #input: number;

  constructor(
    instructions: number,
    definitions: ReadonlyMap<string, Definition>,
    pairs: readonly Pair[] = [],
    input = instructions,
  ) {
    this.#instructions = instructions;
    this.#definitions = definitions;
    this.pairs = pairs;
    this.#input = input;
  }

  /** Tokens of prompt and answer. */
  get tokens(): number {
    return this.#input + this.pairs.length * TOKENS_PER_VERDICT;
  }

  with(pair: Pair): OpenBatch {
    const isShown = this.pairs.some(({ passage }) => passage === pair.passage);
    const isDefined = this.pairs.some(({ attack_id }) => attack_id === pair.attack_id);
    const more =
      TOKENS_PER_PAIR +
      (isShown ? 0 : tokensOf(pair.passage)) +
      (isDefined
        ? 0
        : estimateTokens(describe(pair.attack_id, this.#definitions.get(pair.attack_id))));
    const pairs = [...this.pairs, pair];
    return new OpenBatch(this.#instructions, this.#definitions, pairs, this.#input + more);
  }

  close(limit: number | null): Batch {
    const left = (limit ?? Number.POSITIVE_INFINITY) - this.#input;
    return {
      pairs: [...this.pairs],
      inputTokens: this.#input,
      outputTokens: this.pairs.length * TOKENS_PER_VERDICT + ANSWER_TOKENS,
      maxOutputTokens: Math.min(MAX_OUTPUT_TOKENS, left),
    };
  }
}

function tokensOf(passage: Passage): number {
  return estimateTokens(showPassage(passage, 1)) + 1;
}
