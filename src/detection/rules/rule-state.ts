import { type Change, commit } from "../../platform/audit/commit.ts";
import { sha256 } from "../../platform/audit/digest.ts";
import { lastActOn } from "../../platform/audit/last-act-on.ts";
import { allOf } from "../../platform/d1/all-of.ts";
import type { LastChange } from "../../platform/lib/errors.ts";
import { requireState } from "../../platform/lib/require-state.ts";
import type { RuleDeps } from "./deps.ts";
import { readRule } from "./read-rule.ts";
import type { Rule } from "./schema.ts";

/** The parts of a rule that its entity tag covers: its latest version, its state, and its sample results. */
type RuleParts = Pick<Rule, "id" | "state" | "test_run">;

/** Returns the entity tag of a rule. */
export function ruleEtag({ id, state, test_run }: RuleParts): string {
  return `"${sha256(JSON.stringify([id, state, test_run])).slice(0, 32)}"`;
}

/**
 * Commits a change of a rule that was read before. With `If-Match` it applies only in a state that the client names,
 * which the batch itself checks.
 * @returns whether it was applied; false if the change's own condition is not met
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

/** Rejects a change meant for another state of a rule. @throws AppError `precondition_failed` */
async function requireRuleState(deps: RuleDeps, rule: Rule, ifMatch: string): Promise<void> {
  await requireState(ifMatch, ruleEtag(rule), `Rule ${rule.rule_id}`, async () => ({
    current: rule,
    ...(await lastChangeOf(deps, rule)),
  }));
}

/**
 * Returns the last change of a rule. An import's audit entry names no single rule, but the version that it adds does.
 */
async function lastChangeOf(
  deps: RuleDeps,
  { rule_id: id, created_by, created_at }: Rule,
): Promise<LastChange> {
  const among = { type: "rules", list: "rule_ids" };
  const last = await lastActOn(deps, { type: "rule", id }, among);
  const isVersion = last.changed_at === null || last.changed_at < created_at;
  return isVersion ? { changed_by: created_by, changed_at: created_at } : last;
}
