import { type Notes, notesUnder } from "./notes.ts";

const UUID = "0198f3a1-5c1e-4d40-9b2a-3f6d1c8e4a70";

/** Fields of detections, log sources and mitigations. */
export const DETECTION_NOTES: Notes = {
  "TechniqueDetection.name": ["Name of the technique.", "PowerShell"],
  "TechniqueDetection.strategies": [
    "Detection strategies of the technique, sorted by ID; empty if the release has none.",
  ],
  "strategies.attack_id": ["ATT&CK ID of the detection strategy.", "DET0097"],
  "strategies.stix_id": [
    "STIX ID of the detection strategy.",
    `x-mitre-detection-strategy--${UUID}`,
  ],
  "strategies.name": ["Name of the detection strategy.", "Detection of PowerShell misuse"],
  "strategies.url": [
    "Page of the detection strategy on the publisher's site; null if there is none.",
    "https://attack.mitre.org/detectionstrategies/DET0097",
  ],
  "strategies.analytics": ["Analytics of the strategy, in the publisher's order."],
  "analytics.attack_id": ["ATT&CK ID of the analytic.", "AN0271"],
  "analytics.stix_id": ["STIX ID of the analytic.", `x-mitre-analytic--${UUID}`],
  "analytics.name": ["Name of the analytic.", "Analytic 0271"],
  "analytics.platforms": ["Platforms that the analytic is for.", ["Windows"]],
  "analytics.log_sources": ["Log sources that the analytic reads; empty if it names none."],
  "mutable_elements.field": ["Name of what has to be set.", "TimeWindow"],
  "log_sources.name": ["Name of the log source.", "WinEventLog:Sysmon"],
  channel_kind: [
    "What the channel is: `event_codes` of Windows, a short `name`, a sentence (`prose`) or `none`.",
    "event_codes",
  ],
  ...notesUnder(["component", "components"], {
    attack_id: ["ATT&CK ID of the data component; null before ATT&CK 18.", "DC0032"],
    name: ["Name of the data component.", "Process Creation"],
  }),
  "data_sources.name": ["Name of the data source.", "Process"],
  "data_sources.platforms": ["Platforms that have the data source.", ["Windows"]],
  "data_sources.components": ["Data components that show the technique."],
  "TechniqueMitigation.attack_id": ["ATT&CK ID of the mitigation.", "M1049"],
  "TechniqueMitigation.stix_id": ["STIX ID of the mitigation.", `course-of-action--${UUID}`],
  "TechniqueMitigation.name": ["Name of the mitigation.", "Antivirus/Antimalware"],
  "TechniqueMitigation.url": [
    "Page of the mitigation on the publisher's site; null if there is none.",
    "https://attack.mitre.org/mitigations/M1049",
  ],
  "LogSource.name": [
    "Name of the log source, or of the data source before ATT&CK 18.",
    "WinEventLog:Sysmon",
  ],
  "LogSource.channels": [
    "Channels of the log source, each once; those without a channel are left out.",
  ],
  "LogSource.components": ["Data components that the log source is listed for."],
};
