import { type Act, commitAndRead, writeUnrecorded } from "../../../platform/audit/commit.ts";
import { requireRoom } from "../../../platform/quotas/require-room.ts";
import type { RuleImportDeps } from "./deps.ts";
import type { ImportPlan, PlannedReceipt, PlannedRule } from "./plan-import.ts";

/** Rules that are written in one batch, and characters of them. */
const STEP_RULES = 500;
const STEP_CHARS = 1_500_000;

/** What came, as the trail records it. */
export interface SentFacts {
  sha256: string;
  bytes: number;
  files: number;
}

/**
 * Writes what was planned, step by step, with the one entry of the import in the trail; the receipts
 * follow. An import that is killed leaves whole rules, which the next one finds.
 * @throws AppError `quota_exceeded`, before anything is written
 */
export async function writeRules(
  deps: RuleImportDeps,
  plan: ImportPlan,
  actor: string,
  sent: SentFacts,
): Promise<string> {
  const created = plan.counts.created;
  if (created > 0) await requireRoom(deps, { rules: created });
  const id = deps.newId();
  const now = deps.now();
  const act: Act = {
    actor,
    action: "rule.import",
    object: ["import", id],
    details: { ...sent, ...plan.counts },
  };
  const [first = [], ...others] = [...cutSteps(plan.writes)];
  const { imports, ruleImports } = deps;
  const begun = await commitAndRead(
    deps,
    {
      act,
      when: "always",
      parts: [imports.begin(toRow(id, actor, now)), ruleImports.write(first)],
    },
    ruleImports.selectVersions(first),
  );
  noteCollisions(plan, first, begun ?? []);
  for (const step of others) {
    const [stored] = await writeUnrecorded(
      deps,
      "outcome",
      [ruleImports.write(step)],
      [ruleImports.selectVersions(step)],
    );
    noteCollisions(plan, step, stored);
  }
  await writeUnrecorded(
    deps,
    "outcome",
    [imports.addRuleReceipts(id, plan.receipts.map(toReceipt))],
    [],
  );
  await imports.end(id, { ...totalsOf(plan), status: "complete", updated_at: deps.now() });
  return id;
}

function toReceipt(receipt: PlannedReceipt, position: number) {
  const { path, outcome, message, language, known_as, rule } = receipt;
  return {
    position,
    pointer: path,
    object_type: language,
    object_id: known_as,
    outcome,
    reason: message,
    rule,
  };
}

function* cutSteps(writes: readonly PlannedRule[]): Generator<PlannedRule[], void, void> {
  let step: PlannedRule[] = [];
  let chars = 0;
  for (const one of writes) {
    const size = one.rule.content.length;
    if (step.length > 0 && (step.length >= STEP_RULES || chars + size > STEP_CHARS)) {
      yield step;
      step = [];
      chars = 0;
    }
    step.push(one);
    chars += size;
  }
  if (step.length > 0) yield step;
}

/** What somebody else wrote at the same time was left alone; its receipt says so. */
function noteCollisions(
  plan: ImportPlan,
  step: readonly PlannedRule[],
  stored: readonly { id: string }[],
): void {
  const ids = new Set(stored.map(({ id }) => id));
  for (const { rule, receipt } of step) {
    if (ids.has(rule.id)) continue;
    plan.counts[receipt.outcome] -= 1;
    plan.counts.failed += 1;
    receipt.outcome = "failed";
    receipt.message = "Somebody else stored this rule at the same moment; import it again.";
    receipt.rule.rule_id = null;
  }
}

function toRow(id: string, actor: string, now: string) {
  return {
    id,
    actor,
    kind: "rules" as const,
    status: "running" as const,
    items_seen: 0,
    items_created: 0,
    duplicates: 0,
    suppressed: 0,
    observables_created: 0,
    observables_known: 0,
    errors: 0,
    outcomes: null,
    error: null,
    created_at: now,
    updated_at: now,
  };
}

/** The counts of an import of rules in the words of all imports. */
function totalsOf({ counts }: ImportPlan) {
  const duplicates = counts.unchanged + counts.duplicate + counts.updated;
  return {
    items_seen: counts.created + duplicates + counts.failed,
    items_created: counts.created,
    duplicates,
    errors: counts.failed,
    outcomes: counts,
  };
}
