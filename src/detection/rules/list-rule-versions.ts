import type { RuleDeps } from "./deps.ts";
import type { Page, Paged } from "../../platform/lib/page.ts";
import { noSuchRule } from "./read-rule.ts";
import type { Rule } from "./schema.ts";

/**
 * Returns the versions of a rule, newest first.
 * @throws AppError `not_found`
 */
export async function listRuleVersions(
  deps: RuleDeps,
  ruleId: string,
  page: Page & { limit: number },
): Promise<Paged<Rule>> {
  const found = await deps.rules.listVersions(ruleId, page);
  if (found.total === 0) throw noSuchRule(ruleId);
  return found;
}
