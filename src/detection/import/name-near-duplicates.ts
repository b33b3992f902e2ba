import type { RuleImportDeps } from "./deps.ts";
import { NearDuplicates, type SketchedRule } from "./near-duplicates.ts";
import type { ImportPlan } from "./plan-import.ts";
import type { PlannedRule } from "./planned.ts";

/** Maximum stored rules in memory simultaneously. */
const PAGE = 1_000;

/** Lists near-duplicate rules in each receipt of a write. */
export async function nameNearDuplicates(deps: RuleImportDeps, plan: ImportPlan): Promise<void> {
  if (plan.writes.length === 0) return;
  const sketched = plan.writes.map(toSketched);
  const near = new NearDuplicates(sketched);
  let after = "";
  for (;;) {
    const stored = await deps.ruleImports.listSketched(after, PAGE);
    for (const rule of stored) near.compare({ ...rule, path: null });
    if (stored.length < PAGE) break;
    after = stored.at(-1)?.rule_id ?? "";
  }
  for (const [at, { receipt }] of plan.writes.entries()) {
    const rule = sketched[at];
    if (rule !== undefined) receipt.rule.near_duplicates = near.namedTo(rule);
  }
}

function toSketched({ receipt, isNew, detection_sha256, sketch }: PlannedRule): SketchedRule {
  const { path, language, known_as, rule } = receipt;
  return {
    rule_id: isNew ? null : rule.rule_id,
    path,
    language: language ?? "",
    known_as,
    title: rule.title ?? path,
    detection_sha256,
    sketch,
  };
}
