import { outlineText } from "../../src/text/outline/outline-text.ts";
import { readObservables } from "../../src/pipeline/observables/context/read-observables.ts";
import { suppressionRuleOf } from "../../src/pipeline/observables/suppression-rule.ts";
import { shippedLists } from "./shipped-lists.ts";
import type { ReadText } from "./measure.ts";

/** Reads texts as the service does, with the lists that the repository ships and no publisher. */
export function openReader(): ReadText {
  const lists = shippedLists();
  return (text, blocks) =>
    readObservables(outlineText(text, blocks), { publisher: null, lists }).map((value) => ({
      ...value,
      suppressed: suppressionRuleOf(value, null, lists),
    }));
}
