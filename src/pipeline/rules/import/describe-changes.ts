import type { Rule } from "../schema.ts";
import type { RuleImportDeps } from "./deps.ts";
import type { KnownHeader } from "./import-store.ts";
import type { ImportPlan } from "./plan-import.ts";

/** What of a header is told apart; the rest of a change is one of its `text`. */
const FIELDS = [
  "status",
  "level",
  "author",
  "license",
  "description",
  "date",
  "modified",
  "references",
  "tags",
  "logsource",
] as const;

/** Says in the receipt of each update what it changes. */
export async function describeChanges(deps: RuleImportDeps, plan: ImportPlan): Promise<void> {
  const updates = plan.writes.filter(({ before }) => before !== null);
  const ids = updates.map(({ rule }) => rule.rule_id);
  const headers = await deps.ruleImports.findHeaders(ids);
  const known = new Map(headers.map((header) => [header.rule_id, header]));
  for (const { receipt, rule, keys, before } of updates) {
    const header = known.get(rule.rule_id);
    const changed = header === undefined ? [] : changesOf(header, rule);
    if (before?.detection_sha256 !== keys.detection_sha256) changed.push("detection");
    receipt.rule.changed = changed.length === 0 ? ["text"] : changed;
  }
}

function changesOf(before: KnownHeader, after: Rule): string[] {
  const isOther = (one: unknown, other: unknown) => JSON.stringify(one) !== JSON.stringify(other);
  return [
    ...(before.title === after.title ? [] : ["title"]),
    ...(isOther(before.techniques, after.techniques) ? ["techniques"] : []),
    ...FIELDS.filter((field) =>
      isOther(before.header?.[field] ?? null, after.header?.[field] ?? null),
    ),
  ];
}
