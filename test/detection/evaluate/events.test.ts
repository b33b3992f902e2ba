import { describe, expect, it } from "vitest";
import { EventView } from "../../../src/detection/evaluate/events/event-view.ts";
import { timeOf } from "../../../src/detection/evaluate/events/event-time.ts";
import { compileSigma } from "../../../src/detection/evaluate/compile-sigma.ts";
import { Work } from "../../../src/detection/evaluate/work.ts";
import { ruleOf } from "../../support/sigma.ts";

const SYSMON = "Microsoft-Windows-Sysmon/Operational";

/** What a field of an event has, seen by rules of a category. */
function find(event: unknown, field: string, category?: string): string[] | null {
  const view = new EventView(event, new Work());
  const seen = category === undefined ? view : view.under(category);
  return seen.find(field)?.map(({ text }) => text) ?? null;
}

const evtx = {
  Event: {
    "#attributes": { xmlns: "x" },
    System: {
      Provider: { "#attributes": { Name: "Microsoft-Windows-Sysmon" } },
      EventID: 1,
      Level: 4,
      Channel: SYSMON,
      Computer: "pc-1",
      Execution: { "#attributes": { ProcessID: 3544 } },
      TimeCreated: { "#attributes": { SystemTime: "2026-11-23T04:05:06.789Z" } },
    },
    EventData: { Image: "C:\\a.exe", Hashes: "SHA1=AB12,MD5=cd34,IMPHASH=EF56", User: null },
  },
};

describe("fields", () => {
  it.each<[string, unknown, string, string[] | null]>([
    ["EventData", evtx, "Image", ["C:\\a.exe"]],
    ["a null of it", evtx, "User", []],
    ["System", evtx, "EventID", ["1"]],
    ["System", evtx, "Level", ["4"]],
    ["attributes of System", evtx, "Provider_Name", ["Microsoft-Windows-Sysmon"]],
    ["attributes of System", evtx, "Execution_ProcessID", ["3544"]],
    ["other names of the head", evtx, "EventLog", [SYSMON]],
    ["other names of the head", evtx, "ComputerName", ["pc-1"]],
    ["hashes", evtx, "md5", ["cd34"]],
    ["hashes", evtx, "Imphash", ["EF56"]],
    ["what is not there", evtx, "sha256", null],
    ["UserData", { Event: { System: {}, UserData: { Op: { User: "x" } } } }, "User", ["x"]],
    [
      "an element with attributes",
      { Event: { System: { EventID: { "#text": 7036 } } } },
      "EventID",
      ["7036"],
    ],
    [
      "unnamed data",
      { Event: { System: {}, EventData: { Data: { "#text": ["a", "b"] } } } },
      "Data",
      ["a", "b"],
    ],
    [
      "named data",
      { Event: { System: {}, EventData: { Data: [{ "@Name": "Image", "#text": "x" }] } } },
      "Image",
      ["x"],
    ],
    [
      "named data",
      { System: {}, EventData: { Data: [{ Name: "__proto__", Value: "x" }] } },
      "__proto__",
      ["x"],
    ],
    [
      "attributes beside",
      { Event: { System: { Provider_attributes: { Name: "P" } } } },
      "Provider_Name",
      ["P"],
    ],
    [
      "Velociraptor",
      { System: { EventID: { Value: 1 }, Provider: { Name: "P" } } },
      "EventID",
      ["1"],
    ],
    ["Winlogbeat", { winlog: { channel: "Security", event_data: { X: "y" } } }, "X", ["y"]],
    ["Winlogbeat", { winlog: { channel: "Security", event_id: 4688 } }, "EventID", ["4688"]],
    ["flat Winlogbeat", { "winlog.channel": "Security", "winlog.event_id": "1" }, "EventID", ["1"]],
    ["ECS", { winlog: { channel: SYSMON }, process: { executable: "e" } }, "Image", ["e"]],
    ["ECS", { "process.command_line": "c" }, "CommandLine", ["c"]],
    [
      "Wazuh",
      { data: { win: { system: { eventID: "1" }, eventdata: { commandLine: "c" } } } },
      "CommandLine",
      ["c"],
    ],
    ["Elasticsearch", { _index: "x", _source: { a: 1 } }, "a", ["1"]],
    ["Splunk", { preview: false, result: { EventCode: "1" } }, "EventID", ["1"]],
    ["a flat event", { EventID: 1, Image: "i" }, "Image", ["i"]],
    [
      "names with blanks",
      { Event: { System: {}, EventData: { "Threat Name": "t" } } },
      "ThreatName",
      ["t"],
    ],
    ["dots", { a: { b: { c: 1 } } }, "a.b.c", ["1"]],
    ["dots in names", { "a.b": { c: 1 } }, "a.b.c", ["1"]],
    ["dots in names", { a: { "b.c": 1 }, "a.b": 5 }, "a.b.c", ["1"]],
    ["lists", { a: [{ b: 1 }, { b: [2, 3] }, "x"] }, "a.b", ["1", "2", "3"]],
    ["objects as JSON", { a: { b: 1 } }, "a", ['{"b":1}']],
    ["no prototype", {}, "constructor", null],
    ["no prototype", { a: "x" }, "a.length", null],
  ])("are found in %s", (_where, event, field, values) => {
    expect(find(event, field)).toEqual(values);
  });

  it("of the Windows audit have Sysmon's names for rules of a category alone", () => {
    const event = {
      Event: {
        System: { Channel: "Security", EventID: 4688 },
        EventData: {
          NewProcessName: "C:\\a.exe",
          ProcessId: "0x4",
          NewProcessId: "0x8",
          SubjectDomainName: "D",
          SubjectUserName: "иван",
          MandatoryLabel: "S-1-16-12288",
        },
      },
    };
    expect(find(event, "Image", "process_creation")).toEqual(["C:\\a.exe"]);
    expect(find(event, "ProcessId", "process_creation")).toEqual(["0x8"]);
    expect(find(event, "ParentProcessId", "process_creation")).toEqual(["0x4"]);
    expect(find(event, "User", "process_creation")).toEqual(["D\\иван"]);
    expect(find(event, "IntegrityLevel", "process_creation")).toEqual(["High"]);
    event.Event.EventData.MandatoryLabel = "constructor";
    expect(find(event, "IntegrityLevel", "process_creation")).toEqual(["constructor"]);
    expect(find(event, "Image")).toBeNull();
    expect(find(event, "ProcessId")).toEqual(["0x4"]);
  });

  it("of registry changes in the audit read as Sysmon writes them", () => {
    const event = {
      System: { Channel: "Security", EventID: 4657 },
      EventData: {
        ObjectName: "\\REGISTRY\\MACHINE\\SOFTWARE\\Run",
        ObjectValueName: "x",
        NewValueType: "%%1876",
        NewValue: "1",
        OperationType: "%%1905",
      },
    };
    expect(find(event, "TargetObject", "registry_set")).toEqual(["HKLM\\SOFTWARE\\Run\\x"]);
    expect(find(event, "Details", "registry_set")).toEqual(["DWORD (0x00000001)"]);
    expect(find(event, "EventType", "registry_set")).toEqual(["SetValue"]);
  });
});

describe("log sources", () => {
  const judge = (logsource: string, event: object) => {
    const rule = compileSigma(ruleOf("s:\n    _x: null\ncondition: s", logsource));
    return rule.explain(event)[0]?.logsource;
  };
  const sysmon = (EventID: number, more: object = {}) => ({ Channel: SYSMON, EventID, ...more });
  const both = (product: string, category: string) =>
    `product: ${product}\n    category: ${category}`;
  const service = (product: string, name: string) => `product: ${product}\n    service: ${name}`;

  it.each<[string, object, string]>([
    [both("windows", "process_creation"), sysmon(1), "matched"],
    [both("windows", "process_creation"), sysmon(11), "other"],
    ["category: process_creation", sysmon(1), "matched"],
    [both("linux", "process_creation"), sysmon(1), "other"],
    [
      both("linux", "process_creation"),
      { Channel: "Linux-Sysmon/Operational", EventID: 1 },
      "matched",
    ],
    [both("windows", "process_creation"), { Channel: "Security", EventID: 4688 }, "matched"],
    [both("windows", "process_creation"), { Channel: "Security", EventID: 4624 }, "other"],
    [both("windows", "process_creation"), { EventID: 1 }, "unknown"],
    [both("windows", "process_creation"), { EventID: 11 }, "other"],
    [both("windows", "process_creation"), { Image: "x" }, "unknown"],
    [both("windows", "file_event"), evtx, "other"],
    [both("windows", "registry_event"), sysmon(14), "matched"],
    [both("windows", "registry_add"), sysmon(12, { EventType: "CreateKey" }), "matched"],
    [both("windows", "registry_add"), sysmon(12, { EventType: "DeleteKey" }), "other"],
    [both("windows", "registry_delete"), sysmon(12, { EventType: "DeleteValue" }), "matched"],
    [
      both("windows", "ps_script"),
      { Channel: "PowerShellCore/Operational", EventID: 4104 },
      "matched",
    ],
    [both("windows", "my_own"), sysmon(1), "unknown"],
    [both("windows", "file_access"), sysmon(11), "other"],
    ["product: windows", sysmon(99), "matched"],
    ["product: linux", sysmon(1), "other"],
    ["category: webserver", sysmon(1), "other"],
    ["category: antivirus", sysmon(1), "unknown"],
    [service("windows", "security"), { Channel: "Security", EventID: 1 }, "matched"],
    [service("windows", "security"), sysmon(1), "other"],
    [service("windows", "my_own"), sysmon(1), "unknown"],
    [
      service("windows", "windefend"),
      { Channel: "microsoft-windows-WINDOWS DEFENDER/operational", EventID: 1 },
      "matched",
    ],
    [
      service("windows", "sysmon"),
      { Provider_Name: "Microsoft-Windows-Sysmon", EventID: 16 },
      "matched",
    ],
    [service("windows", "system"), { source: "XmlWinEventLog:System", EventCode: 7045 }, "matched"],
    [service("windows", "security"), { Channel: "#general", text: "x" }, "unknown"],
    [service("aws", "cloudtrail"), { eventSource: "iam.amazonaws.com" }, "matched"],
    [service("azure", "auditlogs"), { eventSource: "iam.amazonaws.com" }, "other"],
    [both("windows", "process_creation"), { eventSource: "iam.amazonaws.com" }, "other"],
    ["category: webserver", { eventSource: "iam.amazonaws.com" }, "other"],
    [service("azure", "signinlogs"), { category: "SignInLogs", tenantId: "t" }, "matched"],
    [service("azure", "auditlogs"), { event: { dataset: "azure.auditlogs" } }, "matched"],
    [
      service("gcp", "gcp.audit"),
      { protoPayload: { "@type": "type.googleapis.com/google.cloud.audit.AuditLog" } },
      "matched",
    ],
    [service("okta", "okta"), { eventType: "user.session.start", legacyEventType: "x" }, "matched"],
    [service("m365", "audit"), { Workload: "AzureActiveDirectory", Operation: "x" }, "unknown"],
    [service("m365", "exchange"), { Workload: "Exchange", Operation: "x" }, "matched"],
    [
      `category: application\n    ${service("kubernetes", "audit")}`,
      { apiVersion: "audit.k8s.io/v1" },
      "matched",
    ],
    [service("linux", "auditd"), { type: "SYSCALL" }, "matched"],
    [service("linux", "sshd"), { type: "SYSCALL" }, "other"],
    [both("linux", "process_creation"), { type: "EXECVE" }, "other"],
    [service("zeek", "dns"), { _path: "dns", uid: "C1" }, "matched"],
    ["category: dns", { _path: "dns", uid: "C1" }, "matched"],
    ["category: dns", { _path: "http", uid: "C1" }, "other"],
    [both("macos", "process_creation"), { host: { os: { type: "linux" } } }, "other"],
    [both("linux", "process_creation"), { host: { os: { type: "linux" } } }, "unknown"],
  ])("%s on %o: %s", (logsource, event, verdict) => {
    expect(judge(logsource, event)).toBe(verdict);
  });

  it("that are others' never match", () => {
    const rule = compileSigma(ruleOf("s:\n    A: 1\ncondition: s", both("windows", "image_load")));
    expect(rule.match(sysmon(7, { A: 1 }))).toBe(true);
    expect(rule.match(sysmon(1, { A: 1 }))).toBe(false);
    expect(rule.match({ A: 1 })).toBe(true);
  });
});

describe("times", () => {
  it.each<[unknown, string | null]>([
    [evtx, "2026-11-23T04:05:06.789Z"],
    [{ "@timestamp": "2026-11-23T04:05:06+03:00" }, "2026-11-23T01:05:06.000Z"],
    [{ UtcTime: "2026-11-23 04:05:06.789123" }, "2026-11-23T04:05:06.789Z"],
    [
      { Event: { System: {}, EventData: { UtcTime: "2026-11-23 04:05:06" } } },
      "2026-11-23T04:05:06.000Z",
    ],
    [{ eventTime: "2026-11-23" }, "2026-11-23T00:00:00.000Z"],
    [{ ts: 1_795_407_906.5 }, "2026-11-23T04:25:06.500Z"],
    [{ timestamp: 1_795_407_906_500 }, "2026-11-23T04:25:06.500Z"],
    [{ TimeCreated: "/Date(1795407906500)/" }, "2026-11-23T04:25:06.500Z"],
    [{ timestamp: "yesterday" }, null],
    [{ timestamp: { a: 1 } }, null],
    ["text", null],
  ])("%o is at %s", (event, time) => {
    const found = timeOf(new EventView(event, new Work()));
    expect(found === null ? null : new Date(found).toISOString()).toBe(time);
  });
});
