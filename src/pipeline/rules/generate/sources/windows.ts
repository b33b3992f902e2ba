import { fieldsOf, type LogSource } from "../source.ts";

const SYSMON = 'index=* source="XmlWinEventLog:Microsoft-Windows-Sysmon/Operational"';
const WINDOWS = ["Windows"];

/** What only Windows and Linux hosts record beside processes, files and connections. */
export const HOST_SOURCES: readonly LogSource[] = [
  {
    name: "windows_powershell",
    kind: "script",
    platforms: WINDOWS,
    words: ["powershell", "script", "scriptblock", "4104"],
    sigma: { product: "windows", category: "ps_script" },
    kql: { table: "DeviceEvents", where: 'ActionType == "PowerShellCommand"' },
    spl: 'index=* source="XmlWinEventLog:Microsoft-Windows-PowerShell/Operational" EventCode=4104',
    eql: { category: "any", where: 'event.dataset == "windows.powershell_operational"' },
    fields: fieldsOf([
      [
        "Text of the script block; its logging must be switched on",
        "ScriptBlockText",
        "AdditionalFields",
        "ScriptBlockText",
        "powershell.file.script_block_text",
      ],
      ["Path of the script", "Path", "FolderPath", "Path", "file.path"],
    ]),
  },
  {
    name: "windows_registry",
    kind: "registry",
    platforms: WINDOWS,
    words: ["registry", "deviceregistryevents"],
    sigma: { product: "windows", category: "registry_set" },
    kql: { table: "DeviceRegistryEvents", where: 'ActionType == "RegistryValueSet"' },
    spl: `${SYSMON} EventCode=13`,
    eql: { category: "registry", where: 'event.type == "change"' },
    fields: fieldsOf([
      ["Key and value that is set", "TargetObject", "RegistryKey", "TargetObject", "registry.path"],
      ["Data written", "Details", "RegistryValueData", "Details", "registry.data.strings"],
      ["Program that writes", "Image", "InitiatingProcessFileName", "Image", "process.executable"],
    ]),
  },
  {
    name: "windows_module",
    kind: "module",
    platforms: WINDOWS,
    words: ["module", "image", "dll", "library", "load", "deviceimageloadevents"],
    sigma: { product: "windows", category: "image_load" },
    kql: { table: "DeviceImageLoadEvents" },
    spl: `${SYSMON} EventCode=7`,
    eql: { category: "library", where: 'host.os.type == "windows"' },
    fields: fieldsOf([
      ["Path of the library", "ImageLoaded", "FolderPath", "ImageLoaded", "dll.path"],
      [
        "Program that loads it",
        "Image",
        "InitiatingProcessFileName",
        "Image",
        "process.executable",
      ],
    ]),
  },
  {
    name: "windows_process_access",
    kind: "process_access",
    platforms: WINDOWS,
    words: ["access", "injection", "lsass", "api"],
    sigma: { product: "windows", category: "process_access" },
    kql: { table: "DeviceEvents", where: 'ActionType == "OpenProcessApiCall"' },
    spl: `${SYSMON} EventCode=10`,
    eql: { category: "api", where: 'host.os.type == "windows"' },
    fields: fieldsOf([
      ["Process that is opened", "TargetImage", "FileName", "TargetImage", "Target.process.name"],
      [
        "Process that opens it",
        "SourceImage",
        "InitiatingProcessFileName",
        "SourceImage",
        "process.executable",
      ],
      [
        "Rights asked for",
        "GrantedAccess",
        "AdditionalFields",
        "GrantedAccess",
        "process.Ext.api.parameters.desired_access",
      ],
    ]),
  },
  {
    name: "windows_authentication",
    kind: "authentication",
    platforms: WINDOWS,
    words: ["windows", "logon", "logons", "authentication", "security", "4624", "securityevent"],
    sigma: { product: "windows", service: "security" },
    select: { EventID: 4624 },
    kql: { table: "SecurityEvent", where: "EventID == 4624" },
    spl: 'index=* source="XmlWinEventLog:Security" EventCode=4624',
    eql: { category: "authentication", where: 'host.os.type == "windows"' },
    fields: fieldsOf([
      ["Account that logs on", "TargetUserName", "TargetUserName", "TargetUserName", "user.name"],
      ["Where it comes from", "IpAddress", "IpAddress", "IpAddress", "source.ip"],
      ["Kind of logon", "LogonType", "LogonType", "LogonType", "winlog.event_data.LogonType"],
    ]),
  },
  {
    name: "linux_authentication",
    kind: "authentication",
    platforms: ["Linux", "macOS"],
    words: ["linux", "logon", "login", "authentication", "auth", "sshd", "ssh", "pam"],
    sigma: { product: "linux", service: "auth" },
    kql: { table: "Syslog", where: 'Facility in ("auth", "authpriv")' },
    spl: 'index=* sourcetype="linux_secure"',
    eql: { category: "authentication", where: 'host.os.type in ("linux", "macos")' },
    fields: fieldsOf([
      ["Text of the message", "message", "SyslogMessage", "_raw", "message"],
      ["Program that reports", "program", "ProcessName", "process", "process.name"],
    ]),
  },
];
