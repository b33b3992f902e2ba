import type { RuleDeps } from "./deps.ts";
import type { Page, Paged } from "../../platform/lib/page.ts";
import type { Rule } from "./schema.ts";
import type { RuleFilter } from "./filter-store.ts";

/** Returns rules at their latest versions, newest first. */
export async function listRules(
  deps: RuleDeps,
  query: RuleFilter & Page & { limit: number },
): Promise<Paged<Rule>> {
  return await deps.rules.list(query, query);
}
