import type { RuleReceipt } from "../../pipeline/imports/rule-receipt.ts";
import type { RuleOutcome } from "../../pipeline/imports/vocabulary.ts";
import type { RuleLanguage } from "../languages/vocabulary.ts";
import type { PackedRule } from "../rules/packed-rules.ts";

/** The outcome of one rule in an import, as shown in its receipt. */
export interface PlannedReceipt {
  path: string;
  outcome: RuleOutcome;
  message: string | null;
  language: RuleLanguage | null;
  known_as: string | null;
  rule: RuleReceipt;
}

/** A rule to write. */
export interface PlannedRule extends PackedRule {
  receipt: PlannedReceipt;
  detection_sha256: string | null;
  sketch: string | null;
}
