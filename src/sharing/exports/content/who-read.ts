import { PRODUCT } from "../../../platform/lib/product.ts";
import type { Analysis } from "../../../reading/sessions/schema.ts";

/** What our own analyser is called in reports. */
export const ANALYSER = "built-in analyser";

/** Whether our own analyser read the report; the model's name shows it, whatever the slot is bound to by now. */
export function isOwnAnalyser({ model }: Pick<Analysis, "model">): boolean {
  return /^embedded([-/]|$)/.test(model);
}

/** What read the report, in words. */
export function whoRead(analysis: Pick<Analysis, "model">): string {
  return isOwnAnalyser(analysis)
    ? `The ${ANALYSER} of ${PRODUCT.name}, trained on ATT&CK's texts and published reports. It runs inside the service; the text was sent nowhere.`
    : `A language model (${analysis.model}). Its ids were checked against the release, its quotations against the text.`;
}
