import { describe, expect, it } from "vitest";
import { readHeader } from "../../../src/detection/languages/read-header.ts";

const sourceOf = (language: "kql" | "spl" | "eql", content: string) =>
  readHeader(language, content)?.header.logsource;
const windows = (category: string) => ({ product: "windows", category });
const SECURITY = { product: "windows", service: "security" };
const CLOUDTRAIL = { product: "aws", service: "cloudtrail" };
const SYSMON = 'source="XmlWinEventLog:Microsoft-Windows-Sysmon/Operational"';

describe("the log source of a query", () => {
  it.each([
    ["DeviceProcessEvents\n| where FileName =~ 'whoami.exe'", { category: "process_creation" }],
    ["SecurityEvent | where EventID == 4688", windows("process_creation")],
    ["SecurityEvent | where EventID in (4688, 4624)", SECURITY],
    ["SecurityEvent | where EventID != 4688", SECURITY],
    [
      "SecurityEvent | where EventID == 4688 | join (SecurityEvent | where EventID == 4624) on Account",
      windows("process_creation"),
    ],
    [
      "Event | where EventLog == 'Microsoft-Windows-PowerShell/Operational' and EventID == 4104",
      windows("ps_script"),
    ],
    ["DeviceEvents | where ActionType == 'OpenProcessApiCall'", windows("process_access")],
    ["DeviceEvents | take 1", null],
    [
      "let known = SigninLogs | distinct IPAddress; AWSCloudTrail | where SourceIpAddress in (known)",
      CLOUDTRAIL,
    ],
    [
      "let all = (x: int) { SigninLogs | where a == x; }; all(3)",
      { product: "azure", service: "signinlogs" },
    ],
    [
      "// SecurityEvent\nunion isfuzzy=true OfficeActivity, SecurityEvent",
      { product: "m365", service: "audit" },
    ],
    ["Ours_CL | where Event == 'SecurityEvent' and x.Event > 1", null],
  ])("of KQL is that of its first table: %s", (content, expected) => {
    expect(sourceOf("kql", content)).toEqual(expected);
  });

  it.each([
    [`index=* ${SYSMON} EventCode=1 Image="*\\\\x.exe"`, windows("process_creation")],
    [`${SYSMON} (EventCode=1 OR EventCode=3)`, { product: "windows", service: "sysmon" }],
    [`${SYSMON} EventCode=13`, windows("registry_set")],
    ["sourcetype=XmlWinEventLog:Security EventCode=4688", windows("process_creation")],
    ['source="*WinEventLog:Security" EventCode IN (4624, 4625)', SECURITY],
    ["`sysmon` EventCode=10 TargetImage=*lsass.exe", windows("process_access")],
    ["sourcetype=aws:cloudtrail eventName=StopLogging | stats count", CLOUDTRAIL],
    [
      "| tstats count from datamodel=Endpoint.Processes where Processes.process_name=x.exe",
      { category: "process_creation" },
    ],
    ["sourcetype=aws:cloudtrail OR sourcetype=linux:audit", null],
    ["index=main source=* EventCode=1", null],
  ])("of SPL is that of its terms: %s", (content, expected) => {
    expect(sourceOf("spl", content)).toEqual(expected);
  });

  it.each([
    [
      'process where host.os.type == "windows" and event.type == "start"',
      windows("process_creation"),
    ],
    ['process where event.type in ("start", "process_started")', { category: "process_creation" }],
    ['process where host.os.type == "macos"', { product: "macos", category: "process_creation" }],
    ['file where host.os.type == "windows" and event.type != "deletion"', windows("file_event")],
    [
      'sequence by host.id with maxspan=1m\n [network where host.os.type == "linux"]\n [process where event.type == "start"]',
      { product: "linux", category: "network_connection" },
    ],
    ['any where event.dataset == "aws.cloudtrail"', CLOUDTRAIL],
    ['api where host.os.type == "windows"', null],
    ["any where true", null],
  ])("of EQL is that of its category and data set: %s", (content, expected) => {
    expect(sourceOf("eql", content)).toEqual(expected);
  });

  it("is that of the header where it names one", () => {
    const said = { product: "заря", service: "日志" };
    const content = "// product: Заря\n// service: 日志\nSecurityEvent | where EventID == 4688";
    expect(sourceOf("kql", content)).toEqual(said);
  });

  it.each(["in.", "in-", "x=", "a in (in ", "let a;", "Event ", "(", "a.", "where [", "`sysmon`"])(
    "is looked for in linear time: %s",
    (part) => {
      for (const language of ["kql", "spl", "eql"] as const) {
        expect(() => sourceOf(language, part.repeat(50_000))).not.toThrow();
      }
    },
    15_000,
  );
});
