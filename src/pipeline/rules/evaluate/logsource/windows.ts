/* Sigma taxonomy appendix 2.1.0: what its Windows categories and services are in the event log. */

const SYSMON = "microsoft-windows-sysmon/operational";
const LINUX_SYSMON = "linux-sysmon/operational";
const SECURITY = "security";
const POWERSHELL = ["microsoft-windows-powershell/operational", "powershellcore/operational"];
const CLASSIC_POWERSHELL = ["windows powershell"];
const KERNEL_FILE = "microsoft-windows-kernel-file";

/** Events of a category: channels or providers in small letters, and event ids. */
export interface CategoryEvents {
  channels: readonly string[];
  /** Empty where the category is all of the channel. */
  ids: readonly string[];
  /** What `EventType` begins with, where one event stands for several categories. */
  eventType?: RegExp;
}

const sysmon = (...ids: readonly string[]): CategoryEvents => ({
  channels: [SYSMON, LINUX_SYSMON],
  ids,
});
const audit = (...ids: readonly string[]): CategoryEvents => ({ channels: [SECURITY], ids });
const channels = (names: readonly string[], ...ids: readonly string[]): CategoryEvents => ({
  channels: names,
  ids,
});

/** Categories by name. The events of the audit are those that the Windows audit has for the same. */
export const WINDOWS_CATEGORIES: ReadonlyMap<string, readonly CategoryEvents[]> = new Map([
  ["process_creation", [sysmon("1"), audit("4688")]],
  ["file_change", [sysmon("2")]],
  ["network_connection", [sysmon("3"), audit("5156")]],
  ["sysmon_status", [sysmon("4", "16")]],
  ["process_termination", [sysmon("5"), audit("4689")]],
  ["driver_load", [sysmon("6")]],
  ["image_load", [sysmon("7")]],
  ["create_remote_thread", [sysmon("8")]],
  ["raw_access_thread", [sysmon("9")]],
  ["process_access", [sysmon("10")]],
  ["file_event", [sysmon("11")]],
  ["registry_event", [sysmon("12", "13", "14"), audit("4657")]],
  ["registry_add", [{ ...sysmon("12"), eventType: /^create/i }]],
  [
    "registry_delete",
    [
      { ...sysmon("12"), eventType: /^delete/i },
      { ...audit("4657"), eventType: /^delete/i },
    ],
  ],
  ["registry_set", [sysmon("13"), { ...audit("4657"), eventType: /^set/i }]],
  ["registry_rename", [sysmon("14")]],
  ["create_stream_hash", [sysmon("15")]],
  ["pipe_created", [sysmon("17", "18")]],
  ["wmi_event", [sysmon("19", "20", "21")]],
  ["dns_query", [sysmon("22")]],
  // Sysmon writes 26 where it keeps no copy of the file.
  ["file_delete", [sysmon("23", "26")]],
  ["clipboard_capture", [sysmon("24")]],
  ["process_tampering", [sysmon("25")]],
  ["file_delete_detected", [sysmon("26")]],
  ["file_block_executable", [sysmon("27")]],
  ["file_block_shredding", [sysmon("28")]],
  ["file_executable_detected", [sysmon("29")]],
  ["sysmon_error", [sysmon("255")]],
  ["file_access", [channels([KERNEL_FILE])]],
  ["file_rename", [channels([KERNEL_FILE])]],
  ["ps_classic_start", [channels(CLASSIC_POWERSHELL, "400")]],
  ["ps_classic_provider_start", [channels(CLASSIC_POWERSHELL, "600")]],
  ["ps_classic_script", [channels(CLASSIC_POWERSHELL, "800")]],
  ["ps_module", [channels(POWERSHELL, "4103")]],
  ["ps_script", [channels(POWERSHELL, "4104")]],
]);

const operational = (name: string) => [`microsoft-windows-${name}/operational`];

/** Channels of a service, in small letters. */
export const WINDOWS_SERVICES: ReadonlyMap<string, readonly string[]> = new Map([
  ["application", ["application"]],
  [
    "application-experience",
    ["program-telemetry", "program-compatibility-assistant"].map(
      (name) => `microsoft-windows-application-experience/${name}`,
    ),
  ],
  [
    "applocker",
    ["msi and script", "exe and dll", "packaged app-deployment", "packaged app-execution"].map(
      (name) => `microsoft-windows-applocker/${name}`,
    ),
  ],
  ["appmodel-runtime", ["microsoft-windows-appmodel-runtime/admin"]],
  ["appxdeployment-server", operational("appxdeploymentserver")],
  ["appxpackaging-om", operational("appxpackaging")],
  ["bitlocker", ["microsoft-windows-bitlocker/bitlocker management"]],
  ["bits-client", operational("bits-client")],
  ["capi2", operational("capi2")],
  [
    "certificateservicesclient-lifecycle-system",
    operational("certificateservicesclient-lifecycle-system"),
  ],
  ["codeintegrity-operational", operational("codeintegrity")],
  ["dhcp", operational("dhcp-server")],
  ["diagnosis-scripted", operational("diagnosis-scripted")],
  ["dns-client", operational("dns client events")],
  ["dns-server", ["dns server"]],
  ["dns-server-analytic", ["microsoft-windows-dns-server/analytical"]],
  ["dns-server-audit", ["microsoft-windows-dns-server/audit"]],
  ["driver-framework", operational("driverframeworks-usermode")],
  ["firewall-as", ["microsoft-windows-windows firewall with advanced security/firewall"]],
  [
    "hyper-v-worker",
    ["microsoft-windows-hyper-v-worker", "microsoft-windows-hyper-v-worker-admin"],
  ],
  ["iis-configuration", ["microsoft-iis-configuration/operational"]],
  [
    "kernel-event-tracing",
    ["microsoft-windows-kernel-eventtracing", "microsoft-windows-kernel-eventtracing/admin"],
  ],
  [
    "kernel-shimengine",
    ["operational", "diagnostic"].map((name) => `microsoft-windows-kernel-shimengine/${name}`),
  ],
  ["ldap", ["microsoft-windows-ldap-client/debug"]],
  ["lsa-server", operational("lsa")],
  [
    "microsoft-servicebus-client",
    [
      "microsoft-servicebus-client/operational",
      "microsoft-servicebus-client/admin",
      "microsoft-servicebus-client",
    ],
  ],
  ["msexchange-management", ["msexchange management"]],
  ["ntfs", operational("ntfs")],
  ["ntlm", operational("ntlm")],
  ["openssh", ["openssh/operational"]],
  ["powershell", POWERSHELL],
  ["powershell-classic", CLASSIC_POWERSHELL],
  ["printservice-admin", ["microsoft-windows-printservice/admin"]],
  ["printservice-operational", operational("printservice")],
  ["security", [SECURITY]],
  [
    "security-mitigations",
    ["kernel mode", "user mode"].map((name) => `microsoft-windows-security-mitigations/${name}`),
  ],
  ["sense", operational("sense")],
  [
    "servicebus-client",
    ["microsoft-servicebus-client/operational", "microsoft-servicebus-client/admin"],
  ],
  ["shell-core", operational("shell-core")],
  ["smbclient-connectivity", ["microsoft-windows-smbclient/connectivity"]],
  ["smbclient-security", ["microsoft-windows-smbclient/security"]],
  ["smbserver-connectivity", ["microsoft-windows-smbserver/connectivity"]],
  ["sysmon", [SYSMON, LINUX_SYSMON]],
  ["system", ["system"]],
  ["taskscheduler", operational("taskscheduler")],
  ["terminalservices-localsessionmanager", operational("terminalservices-localsessionmanager")],
  ["vhdmp", operational("vhdmp")],
  ["windefend", operational("windows defender")],
  ["wmi", operational("wmi-activity")],
]);

/** Channels that the taxonomy knows: an event that names one is of Windows. */
export const WINDOWS_CHANNELS: ReadonlySet<string> = new Set([
  ...[...WINDOWS_SERVICES.values()].flat(),
  ...[...WINDOWS_CATEGORIES.values()].flatMap((events) => events.flatMap((one) => one.channels)),
]);

/** Providers whose events are of one channel, for events that name no channel. */
export const PROVIDER_CHANNELS: ReadonlyMap<string, string> = new Map([
  ["microsoft-windows-sysmon", SYSMON],
  ["linux-sysmon", LINUX_SYSMON],
  ["microsoft-windows-security-auditing", SECURITY],
  ["powershell", "windows powershell"],
  ["microsoft-windows-powershell", "microsoft-windows-powershell/operational"],
  ["powershellcore", "powershellcore/operational"],
  ["microsoft-windows-windows defender", "microsoft-windows-windows defender/operational"],
  [KERNEL_FILE, KERNEL_FILE],
]);

export { LINUX_SYSMON };
