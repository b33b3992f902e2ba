import { type Act, commitAndRead, writeUnrecorded } from "../../platform/audit/commit.ts";
import { requireRoom } from "../../platform/quotas/require-room.ts";
import type { RuleImportDeps } from "./deps.ts";
import type { ImportPlan } from "./plan-import.ts";
import type { PlannedReceipt, PlannedRule } from "./planned.ts";

/** Maximum size of rows in one batch, since they are in memory several times as JSON. */
const STEP_BYTES = 1_000_000;
const STEP_RECEIPTS = 1_000;

/** The upload as recorded in the audit trail. */
export interface SentFacts {
  sha256: string;
  bytes: number;
  files: number;
}

/**
 * Writes the plan step by step, with one audit entry for the import, followed by the receipts. An interrupted import
 * leaves only complete rules, which the next one recognizes.
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
  const [first = [], ...others] = cutSteps(plan.writes);
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
  for (let at = 0; at < plan.receipts.length; at += STEP_RECEIPTS) {
    const receipts = plan.receipts
      .slice(at, at + STEP_RECEIPTS)
      .map((receipt, place) => toReceipt(receipt, at + place));
    await writeUnrecorded(deps, "outcome", [imports.addRuleReceipts(id, receipts)], []);
  }
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
  let bytes = 0;
  for (const one of writes) {
    const size = one.rows.length;
    if (step.length > 0 && bytes + size > STEP_BYTES) {
      yield step;
      step = [];
      bytes = 0;
    }
    step.push(one);
    bytes += size;
  }
  if (step.length > 0) yield step;
}

/** Marks the receipts of rules that a concurrent write took precedence over. */
function noteCollisions(
  plan: ImportPlan,
  step: readonly PlannedRule[],
  stored: readonly { id: string }[],
): void {
  const ids = new Set(stored.map(({ id }) => id));
  for (const { version_id: versionId, receipt } of step) {
    if (ids.has(versionId)) continue;
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
    filename: null,
    source_id: null,
    run_id: null,
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

/** Converts the counts of a rule import to the common terms of all imports. */
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
