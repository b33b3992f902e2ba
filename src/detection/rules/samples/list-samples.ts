import type { RuleDeps } from "../deps.ts";
import { readRule } from "../read-rule.ts";
import type { Sample } from "./schema.ts";

/** Returns the samples of a rule, oldest first. @throws AppError `not_found` */
export async function listSamples(deps: RuleDeps, ruleId: string): Promise<Sample[]> {
  await readRule(deps, ruleId);
  return await deps.ruleSamples.list(ruleId);
}
