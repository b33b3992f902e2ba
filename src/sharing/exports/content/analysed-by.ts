import { PRODUCT } from "../../../platform/lib/product.ts";
import type { Analysis } from "../../../reading/sessions/schema.ts";

/** Name of the built-in analyzer in reports. */
export const ANALYSER = "built-in analyzer";

/**
 * Returns whether only the built-in analyzer analyzed the report. The model's name shows it, whatever the slot is bound
 * to now.
 */
export function isOwnAnalyser(analysis: Pick<Analysis, "model">): boolean {
  return /^embedded([-/]|$)/.test(analysis.model) && judgeOf(analysis) === null;
}

/** Returns the language model that judged the built-in analyzer's proposals, or null if none did. */
export function judgeOf({ model }: Pick<Analysis, "model">): string | null {
  const [, judge] = model.split(" + ");
  return judge ?? null;
}

/** Describes what analyzed the report. */
export function analysedBy(analysis: Pick<Analysis, "model">): string {
  const judge = judgeOf(analysis);
  if (judge !== null) {
    return `The ${ANALYSER} of ${PRODUCT.name}, which proposed techniques, and a language model (${judge}), which decided on each passage. The passages were sent to the model.`;
  }
  return isOwnAnalyser(analysis)
    ? `The ${ANALYSER} of ${PRODUCT.name}, trained on ATT&CK's texts and published reports. It runs inside the service; the text was sent nowhere.`
    : `A language model (${analysis.model}). Its ids were checked against the release, its quotations against the text.`;
}
