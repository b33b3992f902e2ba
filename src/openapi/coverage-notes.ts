import { EXAMPLE_ID, EXAMPLE_TIME } from "./example-values.ts";
import { type Notes, notesUnder } from "./notes.ts";

const COUNTS: Notes = {
  detected: ["Number of detected techniques: the sum of `proven` and `should_fire`.", 12],
  proven: ["Number of techniques that a test or a sample proved to be detected.", 3],
  should_fire: ["Number of techniques with an enabled rule and its telemetry, but no proof.", 9],
  rule_without_data: ["Number of techniques with an enabled rule, but without its telemetry.", 5],
  data_without_rule: ["Number of techniques with data, but without an enabled rule.", 9],
  blind: ["Number of techniques with neither.", 4],
};

const ANSWER: Notes = {
  demand: ["How much data had to be collected to count.", "any"],
  warnings: ["Warnings about the answer, in one sentence each.", []],
  "unknown_techniques.name": ["Name of the technique in another release; null if not known.", null],
  "unknown_techniques.reason": [
    "Why the release does not take the ID.",
    "T9999 is not in enterprise-attack 19.1.",
  ],
  "left_out.name": ["Name of the technique.", "Unix Shell"],
  "left_out.reason": ["Why the technique is left out.", "T1059.004 is on Linux only."],
};

const INVENTORY: Notes = {
  updated_by: [
    "User who changed the inventory last; null before the first change.",
    "ann@example.org",
  ],
  updated_at: ["Time of the last change; null before the first.", EXAMPLE_TIME],
  warnings: ["Warnings about the entries, in one sentence each.", []],
};

const ENTRY: Notes = {
  kind: ["Whether the entry is a log source or a data component of ATT&CK.", "log_source"],
  name: ["Name of the log source or component.", "WinEventLog:Sysmon"],
  channels: ["Channels that are collected; empty: all.", ["EventCode=1"]],
  platforms: ["Platforms that it is collected on; empty: all.", ["Windows"]],
  note: ["Note of the team.", "Servers since January, clients since March."],
  since: ["Date since which it is collected; null if not known.", "2026-01-31"],
  products: ["Products that the data comes from, in words of the team.", ["Sysmon 15"]],
  quality: ["Scores of the quality of the data; null if not judged."],
};

const TEST: Notes = {
  test_id: ["Identifier of the test.", EXAMPLE_ID],
  result: ["How the test ended.", "detected"],
  tested_at: ["Time at which the test ran.", EXAMPLE_TIME],
  created_by: ["User who recorded the test.", "ann@example.org"],
  created_at: ["Time at which the test was recorded.", EXAMPLE_TIME],
  updated_at: ["Time of the last change.", EXAMPLE_TIME],
  note: ["Note by an analyst.", "Atomic test 1 on a lab host."],
};

/** Fields of the log inventory and of coverage. */
export const COVERAGE_NOTES: Notes = {
  ...notesUnder(["CoverageLastTest", "CoverageTest", "last_test"], TEST),
  ...notesUnder(["LogInventory", "LogInventoryImport"], INVENTORY),
  ...notesUnder(["LogSourceEntry", "LogSourceEntryInput"], ENTRY),
  "LogInventoryInput.entries": ["All entries of the inventory."],
  "LogInventoryImport.passed_over.name": [
    "Name of the data source in the file.",
    "Process Creation",
  ],
  "LogInventoryImport.passed_over.reason": [
    "Why it is passed over.",
    "All of its data quality is 0.",
  ],
  "LogInventoryImport.passed_over.pointer": [
    "JSON pointer to the place in the file.",
    "/data_sources/0/data_source/1",
  ],
  device_completeness: ["How many of the devices send the data.", 4],
  data_field_completeness: ["How many of the fields have a value.", 5],
  timeliness: ["How soon the data is available.", 5],
  consistency: ["How well names and types of fields agree.", 4],
  retention: ["How long the data is kept, of the time that is wanted.", 3],
  ...notesUnder(["CoverageCounts", "Coverage.by_tactic"], COUNTS),
  "Coverage.by_tactic.name": ["Name of the tactic.", "Execution"],
  "Coverage.inventory": ["Inventory that the answer is made from."],
  "Coverage.inventory.revision": ["Revision of the inventory.", 7],
  "Coverage.inventory.entries": ["Number of its entries.", 31],
  "Coverage.rules.enabled": ["Number of enabled rules.", 240],
  "Coverage.rules.draft": ["Number of drafts.", 18],
  "Coverage.rules.disabled": ["Number of disabled rules.", 6],
  "Coverage.summary": ["Number of techniques in each state."],
  "Coverage.family_summary": ["Number of techniques in each `family_state`."],
  "Coverage.by_tactic": [
    "Number of techniques in each state by tactic, in matrix order; a technique counts in each of its tactics.",
  ],
  "Coverage.unmapped.rule_count": ["Number of rules with the log source.", 3],
  "Coverage.unmapped.enabled_count": ["Number of enabled rules with the log source.", 2],
  "CoverageSet.kind": ["What the set comes from.", "session"],
  "CoverageSet.id": ["Identifier of the set; null for IDs that were given one by one.", EXAMPLE_ID],
  "CoverageSet.name": ["Name of the set; null for IDs that were given one by one.", "Phishing"],
  "CoveredTechnique.name": ["Name of the technique.", "PowerShell"],
  "CoveredTechnique.draft_count": ["Number of drafts of the technique itself.", 1],
  "CoveredTechnique.disabled_count": ["Number of disabled rules of the technique itself.", 0],
  "CoveredTechnique.from": ["Sets that the technique is from; empty for the whole release."],
  "CoveredTechnique.from.kind": ["What the set comes from.", "session"],
  "CoveredTechnique.from.name": ["Name of the set.", "Phishing"],
  "CoverageRule.title": ["Title of the rule.", "PowerShell download"],
  "CoverageRule.level": ["Level of the rule; null if it names none.", "high"],
  "AtomicTest.guid": [
    "GUID that Atomic Red Team gave the test.",
    "355d4632-8cb9-449d-91ce-b566d0253d3e",
  ],
  "AtomicTest.name": ["Name of the test.", "RDP to DomainController"],
  "AtomicTest.platforms": ["Platforms that the test is for, by ATT&CK's names.", ["Windows"]],
  "AtomicTest.executor": ["What runs the test.", "powershell"],
  "TestFirstItem.name": ["Name of the technique.", "Remote Desktop Protocol"],
  "TestFirstItem.factors": ["Factors of the score, each from 0 to 1."],
  "TestFirstItem.used_by": ["Who uses the technique."],
  "TestFirstItem.used_by.groups": ["Number of groups that use it.", 24],
  "TestFirstItem.used_by.campaigns": ["Number of campaigns that use it.", 6],
  "TestFirstItem.test_count": ["Number of tests on the platforms.", 4],
  "TestFirstItem.rule_count": ["Number of enabled rules of the technique itself.", 1],
  "TestFirstItem.from": ["Sets that the technique is from; empty for the whole release."],
  "TestFirstItem.from.kind": ["What the set comes from.", "session"],
  "TestFirstItem.from.name": ["Name of the set.", "Phishing"],
  "CollectNextStep.name": ["Name of the log source.", "WinEventLog:Sysmon"],
  "CollectNextStep.components": ["Data components that it feeds.", ["Network Connection Creation"]],
  "CollectNextStep.techniques": ["IDs of the techniques that get data by it.", ["T1021.001"]],
  "CoverageAnalytic.name": ["Name of the analytic.", "Analytic 0271"],
  "CoverageAnalytic.log_sources": ["Log sources that the analytic reads; at most 20."],
  "CoverageAnalytic.log_source_count": ["Number of all log sources that it reads.", 2],
  "CoverageLogSource.name": ["Name of the log source.", "WinEventLog:Sysmon"],
  "CoverageLogSource.channel": ["Channel; null where there is none.", "EventCode=1"],
  "CoverageLogSource.component": [
    "Data component of the log source; null where the release names none.",
    "Process Creation",
  ],
  ...notesUnder(["Coverage", "TestFirst", "CollectNext"], ANSWER),
};
