/** What an analysis, or the plan of one, takes of a language model. */
export interface Usage {
  calls: number;
  /** Tokens of all prompts; null where the runtime does not report them. */
  input_tokens: number | null;
  output_tokens: number | null;
  /** Questions of passage and technique that the model is to answer: in mode `judged` only. */
  pairs: number;
  /** Those of them that it had answered before. */
  cached_pairs: number;
  /** In the currency of the price settings; null where prices or tokens are unknown. */
  cost: number | null;
}

/** What a slot's tokens cost, per million. */
export interface Prices {
  input: number | undefined;
  output: number | undefined;
}

const PER = 1_000_000;

/** The usage of an analysis that asks no language model. */
export const NO_USAGE: Usage = {
  calls: 0,
  input_tokens: 0,
  output_tokens: 0,
  pairs: 0,
  cached_pairs: 0,
  cost: 0,
};

/** Returns what tokens cost; null if a price or a count is unknown. No call costs nothing. */
export function costOf(
  { calls, input_tokens: read, output_tokens: written }: Omit<Usage, "cost">,
  { input, output }: Prices = { input: undefined, output: undefined },
): number | null {
  if (calls === 0) return 0;
  if (read === null || written === null || input === undefined || output === undefined) return null;
  return Math.round((read * input + written * output) / (PER / 10_000)) / 10_000;
}
