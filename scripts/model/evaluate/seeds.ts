import { SEED as ACTS_SEED } from "../../../src/reading/analyser/model/acts/train-acts.ts";
import { DOCUMENT_FIT, SENTENCE_FIT } from "../../../src/reading/analyser/model/calibrate.ts";
import { SEED as WEIGHTS_SEED } from "../../../src/reading/analyser/model/train-weights.ts";
import { BOOTSTRAP_SEED } from "../metrics.ts";

/** All chance there is: the order of what is learned from, where networks begin, what intervals are drawn by. */
export const SEEDS = {
  weights: WEIGHTS_SEED,
  acts: ACTS_SEED,
  sentence_networks: SENTENCE_FIT.seed,
  document_networks: DOCUMENT_FIT.seed,
  intervals: BOOTSTRAP_SEED,
} as const;

/** The seeds on a line. */
export function showSeeds(): string {
  const list = Object.entries(SEEDS).map(([name, seed]) => `${name.replaceAll("_", " ")} ${seed}`);
  return `Seeds, which are fixed: ${list.join(", ")}.`;
}
