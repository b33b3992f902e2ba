import { type Change, commit } from "../../platform/audit/commit.ts";
import { sha256 } from "../../platform/audit/digest.ts";
import { lastActOn } from "../../platform/audit/last-act-on.ts";
import { allOf } from "../../platform/d1/all-of.ts";
import type { LastChange } from "../../platform/lib/errors.ts";
import { requireState } from "../../platform/lib/require-state.ts";
import type { RuleDeps } from "./deps.ts";
import { readRule } from "./read-rule.ts";
import type { Rule } from "./schema.ts";

/** What makes two states of a rule different: its latest version, its state, and how its samples came out. */
type RuleParts = Pick<Rule, "id" | "state" | "test_run">;

/** The entity tag of a rule. */
export function ruleEtag({ id, state, test_run }: RuleParts): string {
  return `"${sha256(JSON.stringify([id, state, test_run])).slice(0, 32)}"`;
}

/**
 * Commits a change of a rule that was read before. With `If-Match` it happens only in a state that the
 * client names, which the batch itself decides.
 * @returns whether it happened; false where the change's own condition does not hold
 * @throws AppError `precondition_failed`, `not_found`
 */
export async function commitOnRule(
  deps: RuleDeps,
  rule: Rule,
  ifMatch: string | undefined,
  change: Omit<Change, "when"> & { when: Exclude<Change["when"], "always"> },
): Promise<boolean> {
  if (ifMatch === undefined) return await commit(deps, change);
  for (let seen = rule; ;) {
    await requireRuleState(deps, seen, ifMatch);
    const when = allOf(change.when, deps.rules.isAs(seen));
    if (await commit(deps, { ...change, when })) return true;
    const now = await readRule(deps, rule.rule_id);
    if (ruleEtag(now) === ruleEtag(seen)) return false;
    seen = now;
  }
}

/** Refuses a change that is meant for another state of a rule. @throws AppError `precondition_failed` */
async function requireRuleState(deps: RuleDeps, rule: Rule, ifMatch: string): Promise<void> {
  await requireState(ifMatch, ruleEtag(rule), `Rule ${rule.rule_id}`, async () => ({
    current: rule,
    ...(await lastChangeOf(deps, rule)),
  }));
}

/** An import that brings a version names no single rule in the trail, but its version does. */
async function lastChangeOf(
  deps: RuleDeps,
  { rule_id: id, created_by, created_at }: Rule,
): Promise<LastChange> {
  const among = { type: "rules", list: "rule_ids" };
  const last = await lastActOn(deps, { type: "rule", id }, among);
  const isVersion = last.changed_at === null || last.changed_at < created_at;
  return isVersion ? { changed_by: created_by, changed_at: created_at } : last;
}
