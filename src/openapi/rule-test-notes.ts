import { EXAMPLE_ID, EXAMPLE_TIME } from "./example-values.ts";
import { type Notes, notesUnder } from "./notes.ts";

const EVENT = { Channel: "Microsoft-Windows-Sysmon/Operational", EventID: 1 };

const NAMES: Notes = {
  title: ["Title of the rule.", "PowerShell downloads in phishing emails"],
  id: ["Identifier that the rule gives itself; null if there is none.", EXAMPLE_ID],
  name: ["Name by which correlations refer to the rule; null if there is none.", "powershell_web"],
  level: ["Level of the rule; null if there is none.", "high"],
};

const SAMPLES: Notes = {
  id: ["Identifier of the sample.", EXAMPLE_ID],
  version: ["Version of the rule that the sample was made for.", 2],
  name: ["Name of the sample.", "Download by a macro"],
  expected: [
    "Expected outcome: `match` if the rule must fire for each event (a correlation at least once), `no_match` if for none.",
    "match",
  ],
  event_count: ["Number of events.", 1],
  created_by: ["User who added the sample.", "ann@example.org"],
  created_at: ["Time at which the sample was added.", EXAMPLE_TIME],
  events: ["Events as JSON lines.", JSON.stringify(EVENT)],
  test_run: ["Outcome of all samples of the rule."],
};

/** Fields of test runs of rules, and of their stored samples. */
export const RULE_TEST_NOTES: Notes = {
  ...notesUnder(["RuleNames", "RuleTest.rule"], NAMES),
  "RuleTest.rule": ["The tested rule."],
  "RuleTest.rule.rule_id": [
    "Identifier of the stored rule; null for a rule that is not stored.",
    EXAMPLE_ID,
  ],
  "RuleTest.rule.version": ["Number of the version; null for a rule that is not stored.", 2],
  "RuleTest.events": ["Number of events that could be read.", 2],
  "RuleTest.matched": ["Number of events that match.", 1],
  "RuleTest.matched_events": ["Places of the matching events, from 0: the first 1,000.", [0]],
  "RuleTest.other_source": ["Number of events of another log source, which never match.", 0],
  "RuleTest.unknown_source": ["Number of events whose log source is unknown.", 0],
  "RuleTest.results": ["Results event by event: the first 500."],
  "RuleTest.results_count": ["Number of all results.", 2],
  "RuleTest.errors": ["Events that could not be read: the first 500.", []],
  "errors.index": ["Place of the event, from 0.", 3],
  "RuleTest.errors_count": ["Number of all events that could not be read.", 0],
  "RuleTest.alerts": ["Alerts of the correlations: the first 200.", []],
  "RuleTest.alerts_count": ["Number of all alerts.", 0],
  "EventResult.index": ["Place of the event, from 0.", 1],
  "EventResult.line": [
    "Line on which the event begins, from 1; null if the events came within JSON.",
    2,
  ],
  "EventResult.matched": ["Whether the rule matches the event.", false],
  "EventResult.rule": ["The rule of the result; null if the text has only one."],
  "EventResult.logsource": [
    "Whether the event is of the rule's log source. An event of another one never matches; `unknown` does not prevent a match.",
    "matched",
  ],
  "EventResult.failed": ["Parts of the condition that kept the event from matching: the first 20."],
  "EventResult.failed_count": ["Number of all such parts.", 1],
  "FailedPart.selection": ["Name of the selection.", "selection"],
  "FailedPart.field": [
    "Name of the field; null for keywords, which are searched in the whole event.",
    "Image",
  ],
  "FailedPart.modifiers": ["Modifiers of the field.", ["endswith"]],
  "FailedPart.expected": [
    "Expected outcome of the part: `no_match` for a selection behind `not`.",
    "match",
  ],
  "FailedPart.wanted": ["Values of the rule: the first 10.", ["*\\powershell.exe"]],
  "FailedPart.wanted_count": ["Number of all values of the rule.", 1],
  "FailedPart.found": [
    "Values of the event: the first 10; null if it has no such field.",
    ["C:\\Windows\\System32\\cmd.exe"],
  ],
  "CorrelationAlert.correlation": ["The correlation that raised the alert."],
  "CorrelationAlert.group": ["Values of the fields in `group-by`.", { User: "jane" }],
  "CorrelationAlert.count": ["Value that the correlation computed.", 10],
  "CorrelationAlert.from": ["Time of the first event; null if there is none.", EXAMPLE_TIME],
  "CorrelationAlert.to": ["Time of the last event; null if there is none.", EXAMPLE_TIME],
  "CorrelationAlert.events": ["Places of the events, from 0: the first 100.", [0, 1]],
  "CorrelationAlert.events_count": ["Number of all events.", 2],
  ...notesUnder(["RuleSample", "RuleSampleWithEvents", "AddedRuleSample"], SAMPLES),
  "NewRuleSample.name": ["Name of the sample.", "Download by a macro"],
  "NewRuleSample.expected": SAMPLES["expected"] ?? [""],
  "NewRuleSample.events": [
    "List of events, or text: JSON lines, a JSON array or objects one after another.",
    [EVENT],
  ],
  ...notesUnder(["SampleRun", "test_run"], {
    passed: ["Number of samples that came out as expected.", 1],
    failed: ["Number of samples that did not.", 0],
    results: ["Results sample by sample."],
  }),
  "results.sample_id": ["Identifier of the sample.", EXAMPLE_ID],
  "results.name": ["Name of the sample.", "Download by a macro"],
  "results.passed": ["Whether the sample came out as expected.", true],
  "results.events": ["Number of events of the sample.", 1],
};
