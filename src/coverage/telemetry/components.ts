import type { LogSourceWords } from "../../pipeline/rules/rule-facts.ts";
import { foldText } from "../../platform/lib/text.ts";
import type { Feed } from "./feeds.ts";

const of = (...names: string[]): LogSourceWords[] => names.map((category) => ({ category }));
const windows = (...names: string[]): LogSourceWords[] =>
  names.map((service) => ({ product: "windows", service }));

/**
 * The log sources of Sigma that record what a data component of ATT&CK is about, for releases before
 * 18, which name components alone. A category is the component; a service has it among others.
 */
const WORDS: Readonly<Record<string, readonly LogSourceWords[]>> = {
  "Active Directory Credential Request": windows("security"),
  "Active Directory Object Access": windows("security"),
  "Active Directory Object Creation": windows("security"),
  "Active Directory Object Deletion": windows("security"),
  "Active Directory Object Modification": windows("security"),
  "Application Log Content": [
    ...of("application", "webserver", "database"),
    ...windows("application"),
  ],
  "Cloud Service Disable": [{ product: "aws", service: "cloudtrail" }],
  "Command Execution": of("ps_script", "ps_module", "process_creation"),
  "Driver Load": of("driver_load"),
  "File Access": of("file_access"),
  "File Creation": of("file_event"),
  "File Deletion": of("file_delete"),
  "File Modification": of("file_change", "file_rename"),
  "Firewall Rule Modification": windows("firewall-as"),
  "Logon Session Creation": [...windows("security"), { product: "linux", service: "auth" }],
  "Module Load": of("image_load"),
  "Named Pipe Metadata": of("pipe_created"),
  "Network Connection Creation": of("network_connection"),
  "Network Share Access": windows("security"),
  "Network Traffic Content": [...of("proxy", "dns"), { product: "zeek", service: "http" }],
  "Network Traffic Flow": [...of("firewall"), { product: "zeek", service: "conn" }],
  "Process Access": of("process_access"),
  "Process Creation": of("process_creation"),
  "Process Modification": of("create_remote_thread", "process_tampering"),
  "Process Termination": of("process_termination"),
  "Scheduled Job Creation": windows("security", "taskscheduler"),
  "Script Execution": of("ps_script"),
  "Service Creation": windows("system"),
  "User Account Authentication": [
    ...windows("security"),
    { product: "linux", service: "auth" },
    { product: "azure", service: "signinlogs" },
    { product: "okta", service: "okta" },
  ],
  "User Account Creation": windows("security"),
  "User Account Deletion": windows("security"),
  "User Account Modification": windows("security"),
  "WMI Creation": of("wmi_event"),
  "Windows Registry Key Creation": of("registry_add", "registry_event"),
  "Windows Registry Key Deletion": of("registry_delete", "registry_event"),
  "Windows Registry Key Modification": of("registry_set", "registry_event"),
};

const FEEDS: ReadonlyMap<string, readonly Feed[]> = new Map(
  Object.entries(WORDS).map(([name, all]) => [
    foldText(name),
    all.map((words) => ({ words, isWhole: words.service === undefined })),
  ]),
);

/** What a data component feeds in Sigma's words; nothing where that is not known. */
export function feedsOfComponent(name: string): readonly Feed[] {
  return FEEDS.get(foldText(name)) ?? [];
}

/** Every component that feeds something. */
export function fedComponents(): string[] {
  return Object.keys(WORDS);
}
