import type { RuleDeps } from "./deps.ts";
import { AppError } from "../../platform/lib/errors.ts";
import type { Rule } from "./schema.ts";

/** Returns the error for a missing rule. */
export function noSuchRule(ruleId: string): AppError {
  return new AppError("not_found", `There is no rule ${ruleId}.`);
}

/**
 * Returns a rule at one of its versions, the latest by default.
 * @throws AppError `not_found`, `version_not_found`
 */
export async function readRule(deps: RuleDeps, ruleId: string, version?: number): Promise<Rule> {
  const rule = await deps.rules.find(ruleId, version);
  if (rule !== null) return rule;
  const latest = version === undefined ? null : await deps.rules.find(ruleId);
  if (latest === null) throw noSuchRule(ruleId);
  throw new AppError(
    "version_not_found",
    `Rule ${ruleId} has no version ${version}; it has 1 to ${latest.version}.`,
  );
}
