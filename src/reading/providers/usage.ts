/** The language model usage of an analysis, or its estimate. */
export interface Usage {
  calls: number;
  /** Tokens of all prompts. Null if the runtime does not report them. */
  input_tokens: number | null;
  output_tokens: number | null;
  /** Pairs of passage and technique for the model to judge, in mode `judged` only. */
  pairs: number;
  /** Those with a cached answer. */
  cached_pairs: number;
  /** In the currency of the price settings. Null if prices or tokens are unknown. */
  cost: number | null;
}

/** Prices of a slot's tokens, per million. */
export interface Prices {
  input: number | undefined;
  output: number | undefined;
}

const PER = 1_000_000;

/** The usage of an analysis without a language model. */
export const NO_USAGE: Usage = {
  calls: 0,
  input_tokens: 0,
  output_tokens: 0,
  pairs: 0,
  cached_pairs: 0,
  cost: 0,
};

/** Returns the cost of tokens, or null if a price or a count is unknown. Without calls, the cost is 0. */
export function costOf(
  { calls, input_tokens: read, output_tokens: written }: Omit<Usage, "cost">,
  { input, output }: Prices = { input: undefined, output: undefined },
): number | null {
  if (calls === 0) return 0;
  if (read === null || written === null || input === undefined || output === undefined) return null;
  return Math.round((read * input + written * output) / (PER / 10_000)) / 10_000;
}
