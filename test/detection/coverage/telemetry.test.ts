import { describe, expect, it } from "vitest";
import { feedsOfSource } from "../../../src/detection/coverage/telemetry/feeds.ts";
import {
  foldPlatforms,
  sharePlatform,
} from "../../../src/detection/coverage/telemetry/platforms.ts";
import { ReferenceIndex } from "../../../src/detection/coverage/telemetry/reference-index.ts";
import { CollectedTelemetry } from "../../../src/detection/coverage/telemetry/rule-telemetry.ts";
import {
  parseSigmaName,
  sigmaNameOf,
} from "../../../src/detection/coverage/telemetry/sigma-name.ts";
import type { SigmaSource } from "../../../src/detection/catalogue/file-schema.ts";

const windows = (category: string): SigmaSource => ({ product: "windows", category });
const service = (product: string, name: string): SigmaSource => ({ product, service: name });

/** How much of a rule's log source an entry of the inventory has. */
function collected(
  name: string,
  channels: string[],
  wanted: SigmaSource | null,
  { platforms = [], eventIds = [] }: { platforms?: string[]; eventIds?: number[] } = {},
): string {
  const source = {
    label: name,
    platforms: foldPlatforms(platforms),
    feeds: feedsOfSource(name, channels),
  };
  return new CollectedTelemetry([source]).of(wanted, eventIds).collected;
}

describe("the telemetry of rules", () => {
  it.each<[string, string[], SigmaSource | null, string]>([
    ["WinEventLog:Sysmon", [], windows("process_creation"), "all"],
    ["wineventlog:SYSMON", ["EventCode=1"], windows("Process_Creation"), "all"],
    ["WinEventLog:Sysmon", ["EventCode=3, 22"], windows("dns_query"), "all"],
    ["WinEventLog:Sysmon", ["EventCode=3, 22"], windows("process_creation"), "none"],
    ["WinEventLog:Security", ["EventCode=4688"], windows("process_creation"), "all"],
    ["WinEventLog:Security", ["EventCode=4624"], windows("process_creation"), "none"],
    // All of a log, and a part of it.
    ["WinEventLog:Security", [], service("windows", "security"), "all"],
    ["WinEventLog:Security", ["EventCode=4624"], service("windows", "security"), "some"],
    ["WinEventLog:Sysmon", ["EventCode=1"], service("windows", "sysmon"), "some"],
    // A category of several codes.
    ["WinEventLog:Sysmon", ["EventCode=12", "EventCode=13, 14"], windows("registry_event"), "all"],
    ["WinEventLog:Sysmon", ["EventCode=13"], windows("registry_event"), "some"],
    ["WinEventLog:Sysmon", ["EventCode=13"], windows("registry_set"), "all"],
    ["WinEventLog:Sysmon", ["EventCode=13"], windows("registry_add"), "none"],
    // Script blocks are no modules.
    ["WinEventLog:PowerShell", ["EventCode=4103"], windows("ps_script"), "none"],
    ["WinEventLog:PowerShell", ["EventCode=4103"], windows("ps_module"), "all"],
    ["auditd:SYSCALL", ["execve"], { product: "linux", category: "process_creation" }, "all"],
    ["auditd:SYSCALL", ["open"], { product: "linux", category: "process_creation" }, "none"],
    ["auditd:SYSCALL", ["open"], service("linux", "auditd"), "some"],
    ["AWS:CloudTrail", [], service("aws", "cloudtrail"), "all"],
    ["AWS:CloudTrail", ["RunInstances"], service("aws", "cloudtrail"), "some"],
    ["kubernetes:audit", [], { ...service("kubernetes", "audit"), category: "application" }, "all"],
    ["WinEventLog:Microsoft-Windows-NTLM/Operational", [], service("windows", "ntlm"), "all"],
    // A rule for a whole product reads all its logs.
    ["auditd:SYSCALL", [], { product: "linux" }, "some"],
    ["EDR:Telemetry", [], { product: "macos", category: "process_creation" }, "all"],
    ["EDR:Telemetry", [], { product: "cisco", category: "process_creation" }, "none"],
    ["sigma:product=okta,service=okta", [], service("okta", "okta"), "all"],
    ["WinEventLog:Sysmon", [], null, "unknown"],
    ["Nothing that is known", [], windows("process_creation"), "none"],
    ["日志", [], { product: "日志" }, "none"],
  ])("%s %j is %j: %s", (name, channels, wanted, expected) => {
    expect(collected(name, channels, wanted)).toBe(expected);
  });

  it.each<[string, string[], SigmaSource, number[], string]>([
    ["WinEventLog:Security", ["EventCode=4624"], service("windows", "security"), [4624], "all"],
    [
      "WinEventLog:Security",
      ["EventCode=4624, 4625"],
      service("windows", "security"),
      [4625],
      "all",
    ],
    ["WinEventLog:Security", ["EventCode=4624"], service("windows", "security"), [4625], "none"],
    [
      "WinEventLog:Security",
      ["EventCode=4624"],
      service("windows", "security"),
      [4624, 4625],
      "some",
    ],
    ["WinEventLog:Security", [], service("windows", "security"), [4625], "all"],
    ["WinEventLog:System", ["EventCode=7045"], service("windows", "security"), [7045], "none"],
    // What a channel in words is may be the event.
    [
      "WinEventLog:Security",
      ["EventCode=4624", "Logon"],
      service("windows", "security"),
      [4625],
      "some",
    ],
    ["WinEventLog:Sysmon", ["EventCode=1"], service("windows", "sysmon"), [1], "all"],
    ["WinEventLog:Sysmon", ["EventCode=1"], service("windows", "sysmon"), [255], "none"],
    // Windows alone is no log.
    ["WinEventLog:Security", [], { product: "windows" }, [], "unknown"],
    ["sigma:product=windows", [], { product: "windows" }, [], "some"],
    ["WinEventLog:Security", ["EventCode=4688"], { product: "windows" }, [4688], "all"],
    ["WinEventLog:Security", [], { product: "windows" }, [4688], "all"],
    ["WinEventLog:System", [], { product: "windows" }, [4688], "none"],
  ])("%s %j is %j of the events %j: %s", (name, channels, wanted, eventIds, expected) => {
    expect(collected(name, channels, wanted, { eventIds })).toBe(expected);
  });

  it("looks at the platforms of the entry", () => {
    const wanted = windows("process_creation");
    expect(collected("EDR:Telemetry", [], wanted, { platforms: ["Windows"] })).toBe("all");
    expect(collected("EDR:Telemetry", [], wanted, { platforms: ["Linux"] })).toBe("none");
    expect(collected("WinEventLog:Sysmon", [], wanted, { platforms: ["Linux", "macOS"] })).toBe(
      "none",
    );
    expect(
      collected("azure:signinlogs", [], service("azure", "signinlogs"), {
        platforms: ["Azure AD"],
      }),
    ).toBe("all");
  });
});

describe("the log sources of analytics", () => {
  const index = new ReferenceIndex([
    { kind: "log_source", name: "A", channels: ["EventCode=1", "EventCode=2"], platforms: [] },
    { kind: "log_source", name: "A", channels: ["EventCode=3"], platforms: ["Linux"] },
    { kind: "log_source", name: "B", channels: ["GetObject, CopyObject"], platforms: [] },
    { kind: "log_source", name: "C", channels: [], platforms: ["Windows"] },
    { kind: "component", name: "Process Creation", channels: [], platforms: [] },
  ]);
  it.each([
    ["a", "EventCode=1", [], "all"],
    ["A", "EventCode=2,1", [], "all"],
    ["A", "EventCode=1, 3", ["windows"], "some"],
    ["A", "EventCode=1, 3", ["linux"], "all"],
    ["A", "EventCode=4", [], "none"],
    ["A", null, [], "none"],
    ["B", "CopyObject", [], "all"],
    ["B", "CopyObject, PutObject", [], "some"],
    ["B", "Objects that were copied by somebody else.", [], "none"],
    ["C", "A sentence, with a comma.", ["windows"], "all"],
    ["C", null, ["linux"], "none"],
  ])("%s %s on %j: %s", (name, channel, platforms, expected) => {
    const source = { name, channel, withheld: false, component: null };
    expect(index.covers(source, platforms).covered).toBe(expected);
  });

  it("are collected with their component", () => {
    const source = { name: "X", channel: "Y", withheld: false, component: "Process creation" };
    expect(index.covers(source, [])).toEqual({ covered: "all", by: "Process Creation" });
  });
});

describe("names of Sigma's log sources", () => {
  it.each([
    ["sigma:product=okta, service=OKTA", { product: "okta", service: "okta" }],
    ["Sigma:category=proxy", { category: "proxy" }],
    ["sigma:", null],
    ["sigma:colour=red", null],
    ["sigma:product=a,product=b", null],
    ["sigma:product=", null],
    ["WinEventLog:Sysmon", null],
  ])("%s", (name, words) => {
    expect(parseSigmaName(name)).toEqual(words);
    if (words !== null) expect(parseSigmaName(sigmaNameOf(words))).toEqual(words);
  });
});

it("compares platforms by today's names", () => {
  expect(foldPlatforms(["Azure AD", "Office 365", "Google Workspace", "None"])).toEqual([
    "identity provider",
    "office suite",
  ]);
  expect(sharePlatform([], ["windows"])).toBe(true);
  expect(sharePlatform(["linux"], ["windows"])).toBe(false);
});
