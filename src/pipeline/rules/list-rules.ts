import type { RuleDeps } from "./deps.ts";
import type { Page, Paged } from "../../platform/lib/page.ts";
import type { Rule } from "./schema.ts";
import type { RuleQuery } from "./store.ts";

/** Rules at their latest versions, newest first. */
export async function listRules(
  deps: RuleDeps,
  query: RuleQuery & Page & { limit: number },
): Promise<Paged<Rule>> {
  return await deps.rules.list(query, query);
}
