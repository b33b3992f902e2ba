import type { Analysis } from "../../reading/sessions/schema.ts";
import { UsageError } from "./cli-error.ts";
import { escapeObeyed } from "./printable.ts";

/** A condition of `--fail-on`. Returns the reason why the command fails, or null. */
export type Condition<T> = (result: T) => string | null;

const TECHNIQUE = /^T\d{4}(\.\d{3})?$/i;

/** Parses the conditions of `analyse`. @throws UsageError */
export function analysisConditions(given: readonly string[]): Condition<Analysis>[] {
  return given.map((text) => {
    if (text.startsWith("technique:")) return namedTechniques(text.slice("technique:".length));
    const known = ANALYSIS[text];
    if (known !== undefined) return known;
    throw new UsageError(
      `--fail-on ${escapeObeyed(text)} is unknown to analyse. Use any, none, review or technique:T1059,T1105; for blind use tradecraft coverage.`,
    );
  });
}

const ANALYSIS: Readonly<Record<string, Condition<Analysis>>> = {
  any: ({ techniques }) =>
    techniques.length === 0 ? null : `it has techniques (${techniques.length})`,
  none: ({ techniques }) => (techniques.length > 0 ? null : "it has no technique"),
  review: ({ techniques, rejected_techniques: rejected }) => {
    const open = techniques.filter(({ warnings }) => warnings.length > 0);
    const ids = [...open, ...rejected].map(({ attack_id: id }) => id);
    return ids.length === 0 ? null : `a person should check ${ids.join(", ")}`;
  },
};

/** Returns a condition that fails if one of these techniques, or a sub-technique of one, was found. */
function namedTechniques(list: string): Condition<Analysis> {
  const ids = list.split(",").map((id) => id.trim().toUpperCase());
  const wrong = ids.find((id) => !TECHNIQUE.test(id));
  if (wrong !== undefined) {
    throw new UsageError(
      `--fail-on technique: takes ids such as T1059 or T1059.001, not '${escapeObeyed(wrong)}'.`,
    );
  }
  return ({ techniques }) => {
    const found = techniques
      .map(({ attack_id: id }) => id)
      .filter((id) => ids.some((wanted) => id === wanted || id.startsWith(`${wanted}.`)));
    return found.length === 0 ? null : `it has ${found.join(", ")}`;
  };
}
