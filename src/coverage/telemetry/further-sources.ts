import type { LogSourceWords } from "../../pipeline/rules/rule-facts.ts";
import { WINDOWS_SERVICES } from "./windows-services.ts";

/**
 * A log source of ATT&CK that is also one of Sigma beside that which rules are generated for
 * (`pipeline/rules/generate/telemetry.json`). `*` in a name stands for any text.
 * - `codes`: only these Windows event codes are it
 * - `channel`: only channels that this finds are it, in lower case
 * - `isPart`: it has a part of what such rules look for, or has it in other fields
 * Sources: the taxonomy of the Sigma specification, its configuration of Windows services, and the
 * requirements that SigmaHQ's rules state.
 */
export interface FurtherSource {
  names: readonly string[];
  codes?: readonly number[];
  channel?: RegExp;
  isPart?: true;
  sigma: readonly LogSourceWords[];
}

const windows = (...categories: string[]): LogSourceWords[] =>
  categories.map((category) => ({ product: "windows", category }));
const services = (product: string, ...names: string[]): LogSourceWords[] =>
  names.map((service) => ({ product, service }));
const categories = (product: string, ...names: string[]): LogSourceWords[] =>
  names.map((category) => ({ product, category }));

const ZEEK = ["conn", "dns", "http", "ssl", "smb_files", "dce_rpc", "x509", "rdp", "kerberos"];

/** Rows of single event codes, and of what is named in full. */
const WINDOWS: readonly FurtherSource[] = [
  { names: ["WinEventLog:Sysmon"], codes: [12], sigma: windows("registry_add", "registry_delete") },
  { names: ["WinEventLog:Sysmon"], codes: [14], sigma: windows("registry_rename") },
  { names: ["WinEventLog:Sysmon"], codes: [23, 26], sigma: windows("file_delete_detected") },
  { names: ["WinEventLog:Sysmon"], codes: [24], sigma: windows("clipboard_capture") },
  { names: ["WinEventLog:Sysmon"], codes: [27], sigma: windows("file_block_executable") },
  { names: ["WinEventLog:Sysmon"], codes: [28], sigma: windows("file_block_shredding") },
  { names: ["WinEventLog:Sysmon"], codes: [29], sigma: windows("file_executable_detected") },
  { names: ["WinEventLog:Sysmon"], codes: [255], sigma: windows("sysmon_error") },
  {
    names: ["WinEventLog:Security"],
    codes: [4657],
    isPart: true,
    sigma: windows("registry_event", "registry_set"),
  },
  { names: ["WinEventLog:Security"], codes: [4663], isPart: true, sigma: windows("file_access") },
  {
    names: ["WinEventLog:Security"],
    codes: [5156],
    isPart: true,
    sigma: windows("network_connection"),
  },
  { names: ["WinEventLog:PowerShell"], codes: [400], sigma: windows("ps_classic_start") },
  { names: ["WinEventLog:PowerShell"], codes: [600], sigma: windows("ps_classic_provider_start") },
  { names: ["WinEventLog:PowerShell"], codes: [800], sigma: windows("ps_classic_script") },
  {
    names: ["WinEventLog:PowerShell"],
    codes: [4103, 4104],
    sigma: services("windows", "powershell"),
  },
  { names: ["WinEventLog:WMI"], codes: [5861], isPart: true, sigma: windows("wmi_event") },
  {
    names: ["WinEventLog:Windows Defender", "WinEventLog:Microsoft-Windows-Windows Defender/*"],
    isPart: true,
    sigma: [{ category: "antivirus" }],
  },
  { names: ["EDR:detection"], isPart: true, sigma: [{ category: "antivirus" }] },
  {
    names: ["etw:Microsoft-Windows-Kernel-File"],
    sigma: windows("file_access", "file_rename", "file_delete", "file_event"),
  },
  ...Object.entries(WINDOWS_SERVICES).map(([service, channels]) => ({
    names: channels.map((channel) => `WinEventLog:${channel}`),
    sigma: services("windows", service),
  })),
];

const OTHERS: readonly FurtherSource[] = [
  { names: ["auditd:EXECVE"], sigma: categories("linux", "process_creation") },
  {
    names: ["auditd:SYSCALL", "ebpf:syscalls"],
    channel: /execve/,
    sigma: categories("linux", "process_creation"),
  },
  {
    names: ["auditd:SYSCALL", "ebpf:syscalls"],
    channel: /connect/,
    isPart: true,
    sigma: categories("linux", "network_connection"),
  },
  {
    names: ["auditd:PATH", "auditd:FILE"],
    isPart: true,
    sigma: categories("linux", "file_event"),
  },
  { names: ["linux:auth"], sigma: services("linux", "sshd", "sudo") },
  {
    names: ["linux:syslog"],
    isPart: true,
    sigma: services("linux", "sshd", "sudo", "cron", "auth", "clamav", "guacamole", "vsftpd"),
  },
  {
    names: ["macos:endpointsecurity"],
    channel: /exec/,
    sigma: categories("macos", "process_creation"),
  },
  { names: ["macos:osquery"], channel: /process/, sigma: categories("macos", "process_creation") },
  {
    names: ["macos:unifiedlog"],
    channel: /process|exec/,
    isPart: true,
    sigma: categories("macos", "process_creation"),
  },
  {
    names: [
      "macos:endpointsecurity",
      "macos:osquery",
      "fs:fsusage",
      "fs:fsevents",
      "fs:fileevents",
    ],
    channel: /file|creat|write|open/,
    isPart: true,
    sigma: categories("macos", "file_event"),
  },
  // Zeek names its logs after what they are of, and ATT&CK's channels name them as files.
  ...ZEEK.map((log) => ({
    names: ["NSM:Flow", "NSM:Connections", "NSM:Content"],
    channel: new RegExp(String.raw`\b${log}(?:\.log)?\b`),
    sigma: services("zeek", log),
  })),
  {
    names: ["NSM:Flow", "NSM:Content"],
    channel: /dns/,
    isPart: true,
    sigma: [{ category: "dns" }],
  },
  { names: ["WebProxy:*", "container:proxy", "VPN:MobileProxy"], sigma: [{ category: "proxy" }] },
  { names: ["NSM:Content"], channel: /http/, isPart: true, sigma: [{ category: "proxy" }] },
  { names: ["apache:access_log"], sigma: [{ service: "apache" }] },
  { names: ["ApplicationLog:WebServer"], sigma: [{ service: "apache" }, { service: "nginx" }] },
  {
    names: ["kubernetes:*"],
    sigma: [{ product: "kubernetes", category: "application", service: "audit" }],
  },
  {
    names: ["azure:signinlogs", "m365:signinlogs"],
    isPart: true,
    sigma: services("azure", "riskdetection"),
  },
  { names: ["azure:audit"], isPart: true, sigma: services("azure", "pim") },
  {
    names: ["saas:googleworkspace", "gcp:workspaceaudit"],
    sigma: services("gcp", "google_workspace.admin", "google_workspace.login"),
  },
  { names: ["m365:exchange"], sigma: services("m365", "exchange") },
  { names: ["m365:defender"], isPart: true, sigma: services("m365", "threat_detection") },
  {
    names: ["ApplicationLogs:SQL"],
    isPart: true,
    sigma: [{ category: "application", product: "sql" }],
  },
];

export const FURTHER_SOURCES: readonly FurtherSource[] = [...WINDOWS, ...OTHERS];
