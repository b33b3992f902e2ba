import type { Rule } from "../rules/schema.ts";
import type { RuleImportDeps } from "./deps.ts";
import type { KnownHeader } from "../rules/import-store.ts";
import type { ImportPlan } from "./plan-import.ts";
import { unpackRows } from "../rules/packed-rules.ts";

/** Header fields that are listed as separate changes; all others count as `text`. */
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

/** Maximum updates whose headers are in memory simultaneously. */
const STEP = 200;

/** Adds the changes of each update to its receipt. */
export async function describeChanges(deps: RuleImportDeps, plan: ImportPlan): Promise<void> {
  const updates = plan.writes.filter(({ isNew }) => !isNew);
  for (let at = 0; at < updates.length; at += STEP) {
    const step = updates.slice(at, at + STEP);
    const ids = step.map(({ receipt }) => receipt.rule.rule_id ?? "");
    const headers = await deps.ruleImports.findHeaders(ids);
    const known = new Map(headers.map((header) => [header.rule_id, header]));
    for (const update of step) {
      const { rule } = update.receipt;
      const header = known.get(rule.rule_id ?? "");
      const after = JSON.parse(unpackRows(update)[1]) as Rule;
      const changed = header === undefined ? [] : changesOf(header, after);
      if (header?.detection_sha256 !== update.detection_sha256) changed.push("detection");
      rule.changed = changed.length === 0 ? ["text"] : changed;
    }
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
