import type { RuleDeps } from "./deps.ts";
import { diffLines } from "./diff-lines.ts";
import { readRule } from "./read-rule.ts";
import type { RuleDiff } from "./schema.ts";

/**
 * Compares two versions of a rule. `to` defaults to the latest version, `from` to the one before.
 * @throws AppError `not_found`, `version_not_found`
 */
export async function diffVersions(
  deps: RuleDeps,
  ruleId: string,
  versions: { from?: number | undefined; to?: number | undefined },
): Promise<RuleDiff> {
  const after = await readRule(deps, ruleId, versions.to);
  const from = versions.from ?? Math.max(1, after.version - 1);
  const before = await readRule(deps, ruleId, from);
  return {
    rule_id: ruleId,
    from: before.version,
    to: after.version,
    changes: diffLines(before.content, after.content),
  };
}
