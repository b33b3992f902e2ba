import { AppError } from "../../platform/lib/errors.ts";
import type { RuleDeps } from "./deps.ts";
import type { Rule } from "./schema.ts";

/**
 * Requires that no other rule of the language has the same own id, since imports identify rules by it.
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
