import { AppError } from "../../../platform/lib/errors.ts";
import type { FoundTechnique } from "../../recognition/found-technique.ts";
import { LIKELY } from "./merge-judgements.ts";
import type { Pair } from "./propose-pairs.ts";
import type { Answer } from "./verdict.ts";
import type { Reliability } from "./weigh-verdicts.ts";

/** Minimum share of pairs with an answer. */
const LEAST_ANSWERED = 0.5;
/** Minimum likelihood ratio of a verdict. Below it, verdicts are nearly meaningless. */
const LEAST_RATIO = 2;

/** @throws AppError `provider_bad_output` if a model answers too few pairs */
export function requireAnswers(
  pairs: readonly Pair[],
  answers: ReadonlyMap<Pair, unknown>,
  fault: AppError | null,
): void {
  if (answers.size >= pairs.length * LEAST_ANSWERED) return;
  if (answers.size === 0 && fault !== null) throw fault;
  throw new AppError(
    "provider_bad_output",
    `The provider gave a usable verdict on only ${answers.size} of ${pairs.length} pairs of passage and technique. Choose a larger model, or analyze the report without the judge.`,
  );
}

/** Returns warnings about the verdicts, in sentences. */
export function warnOfJudge(
  pairs: readonly Pair[],
  answers: ReadonlyMap<Pair, Answer>,
  found: readonly FoundTechnique[],
  { sensitivity, falseYes }: Reliability,
): string[] {
  const missing = pairs.length - answers.size;
  const answered = new Set([...answers.keys()].map((pair) => pair.attack_id));
  const likely = new Set(
    found
      .filter(({ attack_id: id, confidence }) => confidence >= LIKELY && answered.has(id))
      .map((one) => one.attack_id),
  );
  const seen = new Set(
    [...answers].flatMap(([pair, { verdict }]) => (verdict === "yes" ? [pair.attack_id] : [])),
  );
  const agreed = [...likely].filter((id) => seen.has(id)).length;
  return [
    ...(missing === 0
      ? []
      : [
          `The language model gave no usable verdict on ${missing} of ${pairs.length} pairs of passage and technique; the embedded analyzer alone decided on them.`,
        ]),
    ...(sensitivity >= falseYes * LEAST_RATIO
      ? []
      : [
          "The language model hardly distinguishes likely techniques from unlikely ones, so its verdicts count for little. Choose a larger model.",
        ]),
    ...(likely.size === 0 || agreed >= likely.size / 2
      ? []
      : [
          `The language model confirms only ${agreed} of the ${likely.size} techniques that the embedded analyzer reports. Review the disputed ones.`,
        ]),
  ];
}
