import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { eventCodesOf } from "../../../src/knowledge/attack/detections/channels.ts";
import type { DraftAnalytic, DraftTelemetry } from "../../../src/detection/drafts/analytic.ts";
import { chooseAnalytic } from "../../../src/detection/drafts/choose-analytic.ts";
import { mapTelemetry } from "../../../src/detection/drafts/map-telemetry.ts";
import { writeSkeleton } from "../../../src/detection/drafts/write-skeleton.ts";
import { validateRule } from "../../../src/detection/languages/validate-rule.ts";
import {
  MAX_RULE_CHARS,
  PLACEHOLDER,
  RULE_LANGUAGES,
  type RuleLanguage,
} from "../../../src/detection/languages/vocabulary.ts";

const reads = (
  name: string,
  channel: string | null = null,
  component: string | null = "Process Creation",
): DraftTelemetry => ({
  component,
  name,
  channel,
  event_codes: eventCodesOf(channel),
  withheld: false,
});

const analytic = (change: Partial<DraftAnalytic> = {}): DraftAnalytic => ({
  attack_id: "AN0001",
  description: "What it looks for.",
  platforms: ["Windows"],
  strategy: { attack_id: "DET0001", name: "Detection of Things" },
  technique: "Command and Scripting Interpreter: PowerShell",
  telemetry: [reads("WinEventLog:Sysmon", "EventCode=1")],
  mutable_elements: [],
  ...change,
});

const draft = (
  language: RuleLanguage,
  from: DraftAnalytic,
  telemetry: string | null = null,
): string =>
  writeSkeleton(language, {
    title: "Title",
    technique: {
      attack_id: "T1059.001",
      name: "PowerShell",
      tactics: ["execution"],
      platforms: ["Windows", "Linux"],
    },
    analytic: from,
    telemetry,
    rule_id: "11111111-2222-4333-8444-555555555555",
    author: "ann",
    date: "2026-11-22",
    modified: null,
    session_id: null,
    report_id: null,
  });

describe("the table of telemetry", () => {
  it.each<[string, string | null, object, string, string, string]>([
    [
      "WinEventLog:Sysmon",
      "EventCode=1",
      { product: "windows", category: "process_creation" },
      "DeviceProcessEvents",
      'index=* source="XmlWinEventLog:Microsoft-Windows-Sysmon/Operational" EventCode=1',
      "process",
    ],
    [
      "wineventlog:sysmon",
      "EventCode=13, 14",
      { product: "windows", category: "registry_event" },
      "DeviceRegistryEvents",
      'index=* source="XmlWinEventLog:Microsoft-Windows-Sysmon/Operational" EventCode IN (13, 14)',
      "registry",
    ],
    [
      "WinEventLog:Security",
      "EventCode=4624, 4648",
      { product: "windows", service: "security" },
      "SecurityEvent",
      'index=* source="XmlWinEventLog:Security" EventCode IN (4624, 4648)',
      "any",
    ],
    [
      "auditd:SYSCALL",
      "open, write",
      { product: "linux", service: "auditd" },
      "Syslog",
      'index=* sourcetype="linux:audit" type=SYSCALL syscall IN ("open", "write")',
      "any",
    ],
    [
      "AWS:CloudTrail",
      "RunInstances",
      { product: "aws", service: "cloudtrail" },
      "AWSCloudTrail",
      'index=* sourcetype="aws:cloudtrail" eventName="RunInstances"',
      "any",
    ],
    [
      "AWS:CloudTrail",
      "API calls from new regions",
      { product: "aws", service: "cloudtrail" },
      "AWSCloudTrail",
      'index=* sourcetype="aws:cloudtrail"',
      "any",
    ],
    [
      "m365:unified",
      "UserLoggedIn",
      { product: "m365", service: "audit" },
      "OfficeActivity",
      'index=* sourcetype="o365:management:activity" Operation="UserLoggedIn"',
      "any",
    ],
    [
      "WinEventLog:Some-Provider/Operational",
      "EventCode=7",
      { product: "windows", service: "some-provider_operational" },
      "Event",
      'index=* source="XmlWinEventLog:Some-Provider/Operational" EventCode=7',
      "any",
    ],
    [
      "Internet Scan",
      null,
      { product: "internet_scan" },
      "Internet_Scan_CL",
      'index=* sourcetype="Internet Scan"',
      "any",
    ],
    [
      "журнал:событие",
      null,
      { product: "unnamed" },
      "Log_CL",
      'index=* sourcetype="журнал:событие"',
      "any",
    ],
  ])("has %s / %s", (name, channel, sigma, table, spl, category) => {
    const { source } = mapTelemetry(reads(name, channel));
    expect(source).toMatchObject({ sigma, kql: { table }, spl, eql: { category } });
  });

  it("says which event codes a row does not see", () => {
    const { certainty, unseen, source } = mapTelemetry(
      reads("WinEventLog:Sysmon", "EventCode=3, 22"),
    );
    expect([certainty, unseen, source.sigma.category]).toEqual([
      "channel",
      [22],
      "network_connection",
    ]);
    expect(mapTelemetry(reads("macos:unifiedlog", "a sentence of its own")).certainty).toBe("name");
    expect(mapTelemetry(reads("Toaster"))).toMatchObject({ certainty: "unknown", isMade: true });
  });
});

describe("the choice of an analytic", () => {
  const all = [
    analytic({ attack_id: "AN0001", telemetry: [] }),
    analytic({ attack_id: "AN0002", telemetry: [reads("Toaster")] }),
    analytic({ attack_id: "AN0003", telemetry: [reads("WinEventLog:Security", "Logons")] }),
    analytic({ attack_id: "AN0004" }),
    analytic({
      attack_id: "AN0005",
      telemetry: [reads("WinEventLog:Sysmon", "EventCode=1"), reads("WinEventLog:System")],
    }),
    analytic({
      attack_id: "AN0006",
      platforms: ["Linux"],
      telemetry: [reads("auditd:SYSCALL", "execve")],
    }),
  ];
  const choose = (platform: string | null, telemetry: string | null = null) =>
    chooseAnalytic(all, { platform, telemetry })?.attack_id ?? null;

  it("takes the surest, then the one that sees the most, then the first", () => {
    expect(choose(null)).toBe("AN0005");
    expect(choose("windows")).toBe("AN0005");
    expect(chooseAnalytic(all.slice(0, 4), { platform: null, telemetry: null })?.attack_id).toBe(
      "AN0004",
    );
    expect(chooseAnalytic(all.slice(0, 2), { platform: null, telemetry: null })?.attack_id).toBe(
      "AN0002",
    );
    expect(chooseAnalytic(all.slice(0, 1), { platform: null, telemetry: null })).toBeNull();
  });

  it("takes the platform with the most telemetry known by its channel, then Windows and Linux", () => {
    const on = (platform: string, ...telemetry: DraftTelemetry[]) =>
      analytic({ attack_id: platform, platforms: [platform], telemetry });
    const macOS = on(
      "macOS",
      reads("macos:unifiedlog", "process: at, job runner"),
      reads("fs:fsusage"),
      reads("macos:osquery", "process_events"),
    );
    const linux = on("Linux", reads("auditd:SYSCALL", "execve"), reads("auditd:SYSCALL", "write"));
    const windows = on(
      "Windows",
      reads("WinEventLog:Security", "EventCode=4698"),
      reads("WinEventLog:Sysmon", "EventCode=1"),
    );
    const pick = (...from: DraftAnalytic[]) =>
      chooseAnalytic(from, { platform: null, telemetry: null })?.attack_id;
    expect(pick(macOS, linux, windows)).toBe("Windows");
    expect(pick(macOS, linux)).toBe("Linux");
    const few = { ...windows, telemetry: windows.telemetry.slice(0, 1) };
    expect(pick(few, linux)).toBe("Linux");
    expect(chooseAnalytic([windows, macOS], { platform: "macOS", telemetry: null })).toBe(macOS);
  });

  it("keeps to the platform and to the telemetry", () => {
    expect(choose("LINUX")).toBe("AN0006");
    expect(choose("macOS")).toBeNull();
    expect(choose(null, "auditd:SYSCALL")).toBe("AN0006");
    expect(choose(null, "Windows Security events")).toBe("AN0003");
    // What the generator knows and no analytic reads.
    expect(choose(null, "CloudTrail")).toBeNull();
    // What nobody knows says nothing.
    expect(choose(null, "日志")).toBe("AN0005");
  });
});

describe("a draft of an analytic", () => {
  const two = analytic({
    telemetry: [
      reads("WinEventLog:Sysmon", "EventCode=3, 22", "Network Connection Creation"),
      reads("WinEventLog:PowerShell", "EventCode=4104", "Script Execution"),
    ],
    mutable_elements: [
      { field: "TimeWindow", description: "Time between the two." },
      { field: "AllowedSigning/HashList", description: null },
      { field: "time_window", description: "Another." },
      { field: "时间", description: "Chinese." },
    ],
  });

  it.each(RULE_LANGUAGES)(
    "in %s states its analytic, what it sees and what it does not",
    (language) => {
      const rule = draft(language, two);
      for (const text of [
        "AN0001 of DET0001 (Detection of Things) for Command and Scripting Interpreter: PowerShell, Windows",
        "Looks for: What it looks for.",
        "Skeleton for review: write the behavior, then test it on representative telemetry.",
        "Sees: Network Connection Creation in WinEventLog:Sysmon (EventCode=3)",
        "Does not see: Network Connection Creation in WinEventLog:Sysmon (EventCode=22); Script Execution in WinEventLog:PowerShell (EventCode=4104)",
        "https://attack.mitre.org/detectionstrategies/DET0001#AN0001",
        "param_TimeWindow",
        "Time between the two.",
        "param_AllowedSigning_HashList",
        "param_time_window",
        "param_4",
        "Chinese.",
      ]) {
        expect(rule).toContain(text);
      }
      expect(validateRule(language, rule)).toMatchObject({ valid: true, errors: [] });
    },
  );

  it("follows the telemetry among those of its analytic", () => {
    const of = (telemetry: string) => parse(draft("sigma", two, telemetry)).logsource;
    expect(of("WinEventLog:PowerShell")).toMatchObject({ category: "ps_script" });
    expect(of("script logging of PowerShell")).toMatchObject({ category: "ps_script" });
    expect(draft("spl", two, "WinEventLog:PowerShell")).toContain("PowerShell/Operational");
    expect(draft("spl", two, "vendor:product")).toContain('index=* sourcetype="vendor:product"');
    expect(draft("kql", two, "MyTable_CL")).toContain("\nMyTable_CL\n");
  });

  it("says when the analytic names no log source", () => {
    const rule = draft("kql", analytic({ telemetry: [], platforms: ["Linux"] }));
    expect(rule).toContain("the analytic names no log source");
    expect(rule).toContain("DeviceProcessEvents");
  });

  it("says when the names are made", () => {
    const made = "made from the log source's own";
    expect(draft("kql", analytic({ telemetry: [reads("Toaster")] }))).toContain(made);
    expect(draft("kql", analytic())).not.toContain(made);
  });

  it.each(RULE_LANGUAGES)("in %s is not broken by what a bundle may hold", (language) => {
    const nasty = [
      '" or 1==1 //',
      "``` | delete ```",
      "'\n| drop table x",
      "\\",
      "a\u202eb\u0000c\ud800",
      "*/ --- {{x}} %y% $z$",
      "# : - & *a ? !tag",
      '"""',
      "журнал:событие",
      "日志:系统",
      "x".repeat(5000),
      "😀".repeat(300),
      'WinEventLog:a"b\\c*d?e',
      "auditd:' or '1'='1",
      "docker:\u2028",
    ];
    for (const text of nasty) {
      const rule = draft(
        language,
        analytic({
          attack_id: text,
          description: text,
          platforms: [text],
          technique: text,
          strategy: { attack_id: text, name: text },
          telemetry: [
            { ...reads(text, text, text), event_codes: [] },
            reads(text, "EventCode=1"),
            reads("AWS:CloudTrail", text),
          ],
          mutable_elements: nasty.map((field) => ({ field, description: text })),
        }),
      );
      const { errors, warnings } = validateRule(language, rule);
      expect({ rule, errors }).toEqual({ rule, errors: [] });
      expect(warnings.map(({ message }) => message)).toEqual([
        expect.stringContaining(PLACEHOLDER),
      ]);
      expect(rule.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Cs}]/u);
    }
  });

  it.each(RULE_LANGUAGES)("in %s stays short with 10,000 of everything", (language) => {
    const many = Array.from({ length: 10_000 }, (_, place) => place);
    const rule = draft(
      language,
      analytic({
        telemetry: many.map((place) => reads(`${"x".repeat(900)}:${place}`, `EventCode=${place}`)),
        mutable_elements: many.map((place) => ({
          field: `f${place}`,
          description: "x".repeat(900),
        })),
      }),
    );
    expect(rule.length).toBeLessThan(MAX_RULE_CHARS);
    expect(rule).toContain("more");
    expect(validateRule(language, rule).errors).toEqual([]);
    const listed = reads("WinEventLog:Security", `EventCode=${many.map((n) => n + 1).join(", ")}`);
    const codes = draft(language, analytic({ telemetry: [listed] }));
    expect(codes.length).toBeLessThan(MAX_RULE_CHARS);
    expect(validateRule(language, codes).errors).toEqual([]);
  });
});
