import { PRODUCT } from "../../../platform/lib/product.ts";
import type { Analysis } from "../../../reading/sessions/schema.ts";

/** What our own analyzer is called in reports. */
export const ANALYSER = "built-in analyzer";

/** Whether our own analyzer alone read the report; the model's name shows it, whatever the slot is bound to by now. */
export function isOwnAnalyser(analysis: Pick<Analysis, "model">): boolean {
  return /^embedded([-/]|$)/.test(analysis.model) && judgeOf(analysis) === null;
}

/** The language model that decided on what our analyzer proposed; null where none did. */
export function judgeOf({ model }: Pick<Analysis, "model">): string | null {
  const [, judge] = model.split(" + ");
  return judge ?? null;
}

/** What read the report, in words. */
export function analysedBy(analysis: Pick<Analysis, "model">): string {
  const judge = judgeOf(analysis);
  if (judge !== null) {
    return `The ${ANALYSER} of ${PRODUCT.name}, which proposed techniques, and a language model (${judge}), which decided on each passage. The passages were sent to the model.`;
  }
  return isOwnAnalyser(analysis)
    ? `The ${ANALYSER} of ${PRODUCT.name}, trained on ATT&CK's texts and published reports. It runs inside the service; the text was sent nowhere.`
    : `A language model (${analysis.model}). Its ids were checked against the release, its quotations against the text.`;
}
