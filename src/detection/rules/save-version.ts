import type { RuleDeps } from "./deps.ts";
import { addVersion } from "./add-version.ts";
import { describeEdit } from "./describe-edit.ts";
import { openTechniqueResolver } from "./technique-resolver.ts";
import { readRule } from "./read-rule.ts";
import type { Rule } from "./schema.ts";
import { validateRule } from "../languages/validate-rule.ts";

/** A rule after a save, and whether the save created a version. */
export interface SavedRule {
  rule: Rule;
  isNew: boolean;
}

/**
 * Saves an analyst's content as a new version, valid or not: it is a draft, and its validation lists the errors.
 * Content identical to the latest version creates no new one.
 * @throws AppError `not_found`; `conflict`: another rule has its own id; `precondition_failed`
 */
export async function saveVersion(
  deps: RuleDeps,
  actor: string,
  ruleId: string,
  content: string,
  ifMatch?: string,
): Promise<SavedRule> {
  const known = await readRule(deps, ruleId);
  const { tactics } = await deps.knownIds.open();
  const resolver = await openTechniqueResolver(deps, known.domain);
  const edit = {
    id: deps.newId(),
    content,
    validation: validateRule(known.language, content, tactics),
    test_run: null,
    created_by: actor,
    created_at: deps.now(),
  };
  const next = (latest: Rule) =>
    latest.content === content ? null : { ...describeEdit(latest, content, resolver), ...edit };
  const rule = await addVersion(deps, "rule.version", known, next, ifMatch);
  return { rule, isNew: rule.id === edit.id };
}
