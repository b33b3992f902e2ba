import type { Rule, RuleReceipt, RuleState } from "../../api/rules.ts";
import { STATE_NAMES } from "../../parts/rule-names.ts";

export const STATES: readonly { state: RuleState; name: string; means: string }[] = [
  { state: "enabled", name: STATE_NAMES.enabled, means: "It runs and counts for coverage." },
  { state: "draft", name: STATE_NAMES.draft, means: "It is being written and detects nothing." },
  {
    state: "disabled",
    name: STATE_NAMES.disabled,
    means: "It no longer runs and detects nothing.",
  },
];

export const LEVELS = ["critical", "high", "medium", "low", "informational"] as const;

/** Returns the displayed name of a level: "High" for `high`; other levels unchanged. */
export function levelName(level: string | null | undefined): string {
  const known = LEVELS.find((one) => one === level);
  return known === undefined ? (level ?? "") : known.charAt(0).toUpperCase() + known.slice(1);
}

/** The outcomes for files of an import. Those that need attention come first. */
export const OUTCOMES: readonly {
  outcome: RuleReceipt["outcome"];
  name: string;
  would: string;
}[] = [
  { outcome: "failed", name: "failed", would: "would fail" },
  { outcome: "duplicate", name: "given twice", would: "given twice" },
  { outcome: "created", name: "new", would: "would be new" },
  { outcome: "updated", name: "changed", would: "would change" },
  { outcome: "unchanged", name: "stored already", would: "stored already" },
  { outcome: "passed_over", name: "no rule", would: "no rule" },
];

/** Returns the source of a rule's events: "windows, process_creation". */
export function sourceOf({ header }: Pick<Rule, "header">): string {
  const source = header?.logsource;
  if (source == null) return "";
  return [source.product, source.category, source.service].filter(Boolean).join(", ");
}
