import { smallObjects, stixIds } from "./bundles.ts";

type Json = Record<string, unknown>;

const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;
const reference = (id: string) => [
  { source_name: "mitre-attack", external_id: id, url: `https://attack.mitre.org/x/${id}` },
];

/** Objects of detection and mitigation under made-up ids. */
export const make = {
  component: (n: number, id: string, name: string, more: Json = {}): Json => ({
    type: "x-mitre-data-component",
    id: `x-mitre-data-component--${uuid(n)}`,
    name,
    external_references: reference(id),
    ...more,
  }),
  analytic: (n: number, id: string, more: Json = {}): Json => ({
    type: "x-mitre-analytic",
    id: `x-mitre-analytic--${uuid(n)}`,
    name: `Analytic ${n}`,
    description: `What analytic ${n} looks for.`,
    external_references: reference(id),
    x_mitre_platforms: ["Windows"],
    ...more,
  }),
  strategy: (n: number, id: string, name: string, analytics: number[], more: Json = {}): Json => ({
    type: "x-mitre-detection-strategy",
    id: `x-mitre-detection-strategy--${uuid(n)}`,
    name,
    external_references: reference(id),
    x_mitre_analytic_refs: analytics.map((place) => `x-mitre-analytic--${uuid(place)}`),
    ...more,
  }),
  mitigation: (n: number, id: string, name: string, more: Json = {}): Json => ({
    type: "course-of-action",
    id: `course-of-action--${uuid(n)}`,
    name,
    description: `What ${name} is.`,
    external_references: reference(id),
    ...more,
  }),
  relation: (n: number, type: string, source: string, target: string, more: Json = {}): Json => ({
    type: "relationship",
    id: `relationship--${uuid(n)}`,
    relationship_type: type,
    source_ref: source,
    target_ref: target,
    description: "How it helps.",
    ...more,
  }),
};

/** A reference of an analytic to a log source of the n-th component. */
export const source = (n: number, name: unknown, channel: unknown): Json => ({
  x_mitre_data_component_ref: `x-mitre-data-component--${uuid(n)}`,
  name,
  channel,
});

/**
 * The small release with detections: T1059.001 has a strategy with an analytic of Windows and one
 * of Linux, T1566 one without a log source, T1059 none; two mitigations.
 */
export function detectionObjects(): Json[] {
  const strategy = (n: number) => `x-mitre-detection-strategy--${uuid(n)}`;
  const mitigation = (n: number) => `course-of-action--${uuid(n)}`;
  return [
    ...smallObjects(),
    make.component(1, "DC0032", "Process Creation", {
      x_mitre_log_sources: [
        { name: "WinEventLog:Sysmon", channel: "EventCode=1" },
        { name: "esxi:shell", channel: "None" },
      ],
    }),
    make.component(2, "DC0082", "Network Connection Creation"),
    make.component(3, "DC0099", "Former Component", { x_mitre_deprecated: true }),
    make.analytic(1, "AN0001", {
      x_mitre_log_source_references: [
        source(1, "WinEventLog:Sysmon", "EventCode=1"),
        source(2, "WinEventLog:Sysmon", "EventCode=3, 22"),
        source(1, "WinEventLog:Sysmon", "EventCode=1"),
        source(3, "Internet Scan ", "None"),
      ],
      x_mitre_mutable_elements: [
        { field: "TimeWindow", description: "Time between the two events." },
        { field: "UserContext", description: "Accounts that may do this." },
      ],
    }),
    make.analytic(2, "AN0002", {
      x_mitre_platforms: ["Linux"],
      x_mitre_log_source_references: [source(1, "auditd:SYSCALL", "execve")],
    }),
    make.analytic(3, "AN0003"),
    make.strategy(1, "DET0001", "Detection of PowerShell", [1, 2, 1, 77]),
    make.strategy(2, "DET0002", "Detection of Phishing", [3]),
    make.mitigation(1, "M1049", "Antivirus/Antimalware"),
    make.mitigation(2, "M1045", "Code Signing"),
    make.mitigation(3, "M1999", "Former Mitigation", { x_mitre_deprecated: true }),
    make.relation(101, "detects", strategy(1), stixIds.technique(2)),
    make.relation(102, "detects", strategy(2), stixIds.technique(3)),
    make.relation(103, "mitigates", mitigation(1), stixIds.technique(2)),
    make.relation(104, "mitigates", mitigation(2), stixIds.technique(2)),
    make.relation(105, "mitigates", mitigation(3), stixIds.technique(2)),
    make.relation(106, "mitigates", mitigation(1), stixIds.technique(1), { revoked: true }),
  ];
}

/** A release before 18: a data source, its components, and what these show. */
export function dataSourceObjects(): Json[] {
  const of = (n: number) => `x-mitre-data-component--${uuid(n)}`;
  return [
    ...smallObjects(),
    {
      type: "x-mitre-data-source",
      id: `x-mitre-data-source--${uuid(1)}`,
      name: "Process",
      external_references: reference("DS0009"),
      x_mitre_platforms: ["Windows", "Linux"],
    },
    ...[1, 2].map((n) => ({
      type: "x-mitre-data-component",
      id: of(n),
      name: n === 1 ? "Process Creation" : "Process Access",
      x_mitre_data_source_ref: `x-mitre-data-source--${uuid(1)}`,
    })),
    make.relation(101, "detects", of(1), stixIds.technique(2)),
    make.relation(102, "detects", of(2), stixIds.technique(2)),
    make.relation(103, "detects", of(1), stixIds.technique(1)),
  ];
}
