import type { RuleDeps } from "./deps.ts";
import { diffLines } from "./diff-lines.ts";
import { readRule } from "./read-rule.ts";
import type { RuleDiff } from "./schema.ts";

/**
 * What changed between two versions of a rule; without `to` up to the latest, without `from` since
 * the version before.
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
