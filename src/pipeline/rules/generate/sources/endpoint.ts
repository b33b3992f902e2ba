import { fieldsOf, type LogSource } from "../source.ts";

/*
 * Names of fields, tables, source types and categories as Sigma's taxonomy, Microsoft's schemas of
 * advanced hunting, Splunk's add-ons and the Elastic Common Schema have them.
 */

const PROCESS = fieldsOf([
  ["Full command line", "CommandLine", "ProcessCommandLine", "CommandLine", "process.command_line"],
  ["Program that runs", "Image", "FileName", "Image", "process.executable"],
  [
    "Program that started it",
    "ParentImage",
    "InitiatingProcessFileName",
    "ParentImage",
    "process.parent.executable",
  ],
  ["Account it runs under", "User", "AccountName", "User", "user.name"],
]);

const FILE = fieldsOf([
  ["Path of the file", "TargetFilename", "FolderPath", "TargetFilename", "file.path"],
  ["Program that wrote it", "Image", "InitiatingProcessFileName", "Image", "process.executable"],
]);

const NETWORK = fieldsOf([
  [
    "Name of the remote host",
    "DestinationHostname",
    "RemoteUrl",
    "DestinationHostname",
    "destination.domain",
  ],
  ["Remote address", "DestinationIp", "RemoteIP", "DestinationIp", "destination.ip"],
  ["Remote port", "DestinationPort", "RemotePort", "DestinationPort", "destination.port"],
  ["Program that connects", "Image", "InitiatingProcessFileName", "Image", "process.executable"],
]);

const SYSMON = 'source="XmlWinEventLog:Microsoft-Windows-Sysmon/Operational"';

/** Per operating system: ATT&CK platform, Sigma product, ECS name, Splunk source of its sensor. */
const SYSTEMS = [
  { platform: "Windows", product: "windows", spl: `index=* ${SYSMON}` },
  { platform: "Linux", product: "linux", spl: 'index=* sourcetype="sysmon:linux"' },
  { platform: "macOS", product: "macos", spl: 'index=* sourcetype="jamf:protect:telemetry"' },
] as const;

const PER_SYSTEM: LogSource[] = SYSTEMS.flatMap(({ platform, product, spl }): LogSource[] => {
  const onSystem = `host.os.type == "${product}"`;
  const splOf = (event: number) => (product === "macos" ? spl : `${spl} EventCode=${event}`);
  return [
    {
      name: `${product}_process`,
      kind: "process",
      platforms: [platform],
      words: [product, "process", "creation", "command", "sysmon", "edr", "deviceprocessevents"],
      sigma: { product, category: "process_creation" },
      kql: { table: "DeviceProcessEvents" },
      spl: splOf(1),
      eql: { category: "process", where: `${onSystem} and event.type == "start"` },
      fields: PROCESS,
    },
    {
      name: `${product}_file`,
      kind: "file",
      platforms: [platform],
      words: [product, "file", "files", "filesystem", "fim", "devicefileevents"],
      sigma: { product, category: "file_event" },
      kql: { table: "DeviceFileEvents" },
      spl: splOf(11),
      eql: { category: "file", where: onSystem },
      fields: FILE,
    },
    {
      name: `${product}_network`,
      kind: "network",
      platforms: [platform],
      words: [product, "network", "connection", "connections", "devicenetworkevents"],
      sigma: { product, category: "network_connection" },
      kql: { table: "DeviceNetworkEvents" },
      spl: splOf(3),
      eql: { category: "network", where: onSystem },
      fields: NETWORK,
    },
  ];
});

/** What sensors on hosts record. */
export const ENDPOINT_SOURCES: readonly LogSource[] = PER_SYSTEM;
