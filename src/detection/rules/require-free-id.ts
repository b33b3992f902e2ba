import { AppError } from "../../platform/lib/errors.ts";
import type { RuleDeps } from "./deps.ts";
import type { Rule } from "./schema.ts";

/**
 * Imports know a rule by the id that it gives itself, so two of a language cannot have the same.
 * @throws AppError `conflict`, naming the rule that has it
 */
export async function requireFreeId(
  { rules }: Pick<RuleDeps, "rules">,
  { rule_id: ruleId, language, known_as: knownAs }: Rule,
): Promise<void> {
  if (knownAs === null) return;
  const known = await rules.findKnown(language, knownAs);
  if (known === null || known === ruleId) return;
  throw new AppError(
    "conflict",
    `The id ${knownAs} is that of rule ${known}; give this rule another 'id', or save the text there.`,
  );
}
