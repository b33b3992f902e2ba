import { EXAMPLE_ID, EXAMPLE_TIME } from "./example-values.ts";
import type { Notes } from "./notes.ts";

/** Fields of detection rules and of their validation. */
export const RULE_NOTES: Notes = {
  "RuleVersion.id": ["Identifier of the rule version.", EXAMPLE_ID],
  rule_id: ["Identifier of the rule; the same for all its versions.", EXAMPLE_ID],
  "RuleVersion.version": ["Number of the version, from 1.", 1],
  "RuleVersion.created_at": ["Time at which the version was saved.", EXAMPLE_TIME],
  "RuleVersion.created_by": ["User who saved the version.", "ann@example.org"],
  "RuleVersion.title": ["Title of the rule.", "PowerShell downloads in phishing emails"],
  "RuleVersion.telemetry": [
    "Telemetry that the rule reads; null if the technique decides.",
    "Sysmon process creation",
  ],
  "RuleVersion.content": ["Text of the rule.", "title: PowerShell download\n"],
  "RuleVersion.validation": ["Result of the validation of the rule."],
  "RuleVersion.session_id": [
    "Identifier of the session that the rule comes from; null if there is none.",
    EXAMPLE_ID,
  ],
  "RuleVersion.report_id": [
    "Identifier of the collected report that the rule comes from; null if there is none.",
    EXAMPLE_ID,
  ],
  "RuleRequest.title": ["Title of the rule.", "PowerShell downloads in phishing emails"],
  "RuleRequest.telemetry": ["Telemetry that the rule reads.", "Sysmon process creation"],
  "RuleContent.content": ["Text of the rule.", "title: PowerShell download\n"],
  "RuleEdit.content": ["New text of the rule.", "title: PowerShell download\n"],
  technique_id: ["ATT&CK or ATLAS ID of the technique.", "T1059.001"],
  language: ["Query language of the rule.", "sigma"],
  "RuleValidation.errors": ["Errors, with their places in the rule.", []],
  "RuleValidation.warnings": ["Warnings, with their places in the rule.", []],
  line: ["Number of the line, from 1.", 4],
  message: [
    "Explanation of the finding in one sentence.",
    "The placeholder REPLACE_WITH_BEHAVIOR must be replaced.",
  ],
  "RuleDiff.from": ["Number of the first version.", 1],
  "RuleDiff.to": ["Number of the second version.", 2],
  "RuleDiff.changes": ["Consecutive lines of the same kind, in order."],
  "changes.kind": ["Whether the lines are the same, removed or added.", "added"],
  "changes.lines": ["Lines of the rule.", ["title: PowerShell download"]],
};
