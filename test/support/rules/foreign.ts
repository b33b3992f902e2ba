/** Rules as other products write them, in our own words: a field of `more` takes the place of one. */
type Fields = Record<string, string>;

const lines = (fields: Fields, sign: string) =>
  Object.entries(fields)
    .filter(([, value]) => value !== "")
    .map(([key, value]) => `${key}${sign}${value}\n`)
    .join("");

export const ELASTIC_ID = "51000000-0000-4000-8000-000000000001";
export const SENTINEL_ID = "52000000-0000-4000-8000-000000000001";
export const SPLUNK_ID = "53000000-0000-4000-8000-000000000001";

/** A rule of Elastic's repository of detection rules. */
export function elastic(more: Fields = {}, metadata: Fields = {}): string {
  const head = {
    creation_date: '"2021/02/03"',
    integration: '["endpoint"]',
    maturity: '"production"',
    updated_date: '"2025/04/05"',
    ...metadata,
  };
  const rule = {
    author: '["Ada", "Боб"]',
    description: '"""\nFinds a tool that\nruns.\n"""',
    from: '"now-9m"',
    index: '["logs-endpoint.events.process-*"]',
    language: '"eql"',
    license: '"Elastic License v2"',
    name: '"Tool that runs"',
    note: '"""## Triage\n\nAsk `Ada` about $osquery_0.\n"""',
    references: '[\n    "https://unit.dev/one",\n    "https://unit.dev/two",\n]',
    risk_score: "73",
    rule_id: `"${ELASTIC_ID}"`,
    setup: '"""## Setup\n\nTurn it on.\n"""',
    severity: '"high"',
    tags: '["Domain: Endpoint", "OS: Windows"]',
    type: '"eql"',
    query: `'''
process where host.os.type == "windows" and event.type == "start" and
  /* paths of the tool */
  process.executable : ("?:\\\\Tools\\\\*.exe", "C:\\\\Temp\\\\tool.exe")
'''`,
    ...more,
  };
  return `[metadata]\n${lines(head, " = ")}
[transform]
[[transform.osquery]]
label = "Names"
query = "SELECT * FROM dns_cache"

[rule]\n${lines(rule, " = ")}
[[rule.threat]]
framework = "MITRE ATT&CK"
[[rule.threat.technique]]
id = "T1059"
name = "Interpreter"
[[rule.threat.technique.subtechnique]]
id = "T1059.001"
name = "PowerShell"

[[rule.threat.technique]]
id = "T1566"
name = "Phishing"

[rule.threat.tactic]
id = "TA0002"
name = "Execution"
`;
}

/** An analytics rule of Microsoft Sentinel. */
export function sentinel(more: Fields = {}): string {
  return lines(
    {
      id: SENTINEL_ID,
      name: "Rare country of a sign-in",
      description: "|\n  'Finds sign-ins from a country\n  that is new.'",
      severity: "Medium",
      requiredDataConnectors:
        "\n  - connectorId: AzureActiveDirectory\n    dataTypes:\n      - SigninLogs",
      queryFrequency: "1d",
      triggerThreshold: "0",
      tactics: "\n  - InitialAccess",
      relevantTechniques: "\n  - T1566\n  - T1059.001",
      tags: "\n  - Schema: Own\n    SchemaVersion: 0.1.0",
      query: "|\n  // only what came in\n  SigninLogs\n  | where ResultType == 0\n",
      entityMappings: "\n  - entityType: IP",
      version: "1.0.2",
      kind: "Scheduled",
      metadata: "\n  author:\n    name: Ada",
      ...more,
    },
    ": ",
  );
}

/** A search of Splunk's security content as it has been since version 5.  */
export function splunk(more: Fields = {}): string {
  return lines(
    {
      name: "Shell of an odd parent",
      id: SPLUNK_ID,
      version: "4",
      creation_date: "'2022-01-02'",
      modification_date: "'2026-03-04'",
      author: "Ada, Unit",
      status: "production",
      type: "TTP",
      description: "Finds a shell with the flag `-k`.",
      data_source: "\n  - Sysmon EventID 1",
      search:
        "'`sysmon` EventCode=10 TargetImage=*lsass.exe | stats count by dest\n  | `own_filter`'",
      how_to_implement: "Send the logs.",
      references: "\n  - https://unit.dev/three",
      drilldown_searches:
        "\n  - name: All of \"$dest$\"\n    search: '%original_detection_search%'",
      mitre_attack_id: "\n  - T1059.001",
      tests: "\n  - name: True Positive Test",
      ...more,
    },
    ": ",
  );
}
