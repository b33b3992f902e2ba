/** Small ATT&CK bundles, made here: real ids and names, sentences of our own. */

type Json = Record<string, unknown>;

const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;

/** The collection objects by which upstream marks its domains. */
export const COLLECTION_IDS: Record<string, string> = {
  "enterprise-attack": "x-mitre-collection--1f5f1533-f617-4ca8-9ab4-6a02367fa019",
  "mobile-attack": "x-mitre-collection--dac0d2d7-8653-445c-9bff-82f934c1e858",
  "ics-attack": "x-mitre-collection--90c00720-636b-4485-b342-8751d232bf09",
};

export const stixIds = {
  tactic: (n: number) => `x-mitre-tactic--${uuid(n)}`,
  technique: (n: number) => `attack-pattern--${uuid(n)}`,
  group: (n: number) => `intrusion-set--${uuid(n)}`,
  campaign: (n: number) => `campaign--${uuid(n)}`,
  tool: (n: number) => `tool--${uuid(n)}`,
};

const reference = (id: string, kind: string) => [
  { source_name: "mitre-attack", external_id: id, url: `https://attack.mitre.org/${kind}/${id}` },
];

export function technique(n: number, id: string, name: string, tactics: string[], more: Json = {}) {
  return {
    type: "attack-pattern",
    id: stixIds.technique(n),
    name,
    description: `How adversaries use ${name}.`,
    external_references: reference(id, "techniques"),
    kill_chain_phases: tactics.map((t) => ({ kill_chain_name: "mitre-attack", phase_name: t })),
    x_mitre_platforms: ["Windows", "Linux"],
    x_mitre_is_subtechnique: id.includes("."),
    created: "2020-01-01T00:00:00.000Z",
    modified: "2021-01-01T00:00:00.000Z",
    ...more,
  };
}

export function group(n: number, id: string, name: string, aliases: string[], more: Json = {}) {
  return {
    type: "intrusion-set",
    id: stixIds.group(n),
    name,
    aliases: [name, ...aliases],
    description: `${name} has been seen 100% of the time_frame.`,
    external_references: reference(id, "groups"),
    created: "2020-01-01T00:00:00.000Z",
    modified: "2022-02-02T00:00:00.000Z",
    ...more,
  };
}

export function relationship(
  n: number,
  type: string,
  source: string,
  target: string,
  more: Json = {},
) {
  return {
    type: "relationship",
    id: `relationship--${uuid(n)}`,
    relationship_type: type,
    source_ref: source,
    target_ref: target,
    description: "Seen in our own exercise.",
    ...more,
  };
}

const tactic = (n: number, id: string, shortname: string, name: string) => ({
  type: "x-mitre-tactic",
  id: stixIds.tactic(n),
  name,
  x_mitre_shortname: shortname,
  external_references: reference(id, "tactics"),
});

/**
 * Two groups, a campaign, a tool, and techniques in every state:
 * T1059, T1059.001, T1566, T1574.001 active; T1574.002 revoked by T1574.001; T1086 revoked by
 * T1059.001; T1000 deprecated; T1111 revoked by nobody.
 */
export function smallObjects(): Json[] {
  const t = stixIds.technique;
  const g = stixIds.group;
  return [
    tactic(1, "TA0002", "execution", "Execution"),
    tactic(2, "TA0001", "initial-access", "Initial Access"),
    {
      type: "x-mitre-matrix",
      id: `x-mitre-matrix--${uuid(1)}`,
      name: "Small",
      tactic_refs: [stixIds.tactic(2), stixIds.tactic(1)],
    },
    technique(1, "T1059", "Command and Scripting Interpreter", ["execution"]),
    technique(2, "T1059.001", "PowerShell", ["execution"]),
    technique(3, "T1566", "Phishing", ["execution", "initial-access"]),
    technique(4, "T1574.001", "DLL", ["execution"]),
    technique(5, "T1574.002", "DLL Side-Loading", ["execution"], { revoked: true }),
    technique(6, "T1086", "PowerShell", ["execution"], { revoked: true }),
    technique(7, "T1000", "Old Way", ["execution"], { x_mitre_deprecated: true }),
    technique(8, "T1111", "Lost Way", ["execution"], { revoked: true }),
    group(1, "G0016", "APT29", ["Cozy Bear", "The Dukes"]),
    group(2, "G0007", "APT28", ["Fancy Bear", "Müllerbär"]),
    group(3, "G0099", "Former Group", [], { revoked: true }),
    {
      type: "campaign",
      id: stixIds.campaign(1),
      name: "Exercise One",
      aliases: ["Exercise One"],
      first_seen: "2024-01-01T00:00:00Z",
      last_seen: "2024-02-01T00:00:00Z",
      external_references: reference("C0001", "campaigns"),
    },
    {
      type: "tool",
      id: stixIds.tool(1),
      name: "Mimikatz",
      external_references: reference("S0002", "software"),
    },
    relationship(1, "uses", g(1), t(1)),
    relationship(2, "uses", g(1), t(2)),
    relationship(3, "uses", g(1), t(3)),
    relationship(4, "uses", g(2), t(3)),
    relationship(5, "uses", g(2), t(4), { revoked: true }),
    relationship(6, "uses", g(2), t(7)),
    relationship(7, "uses", g(3), t(1)),
    relationship(8, "uses", stixIds.campaign(1), t(2)),
    relationship(9, "uses", g(1), stixIds.tool(1)),
    relationship(10, "attributed-to", stixIds.campaign(1), g(1)),
    relationship(11, "revoked-by", t(5), t(4)),
    relationship(12, "revoked-by", t(6), t(2)),
    relationship(13, "revoked-by", g(3), g(1)),
    relationship(14, "subtechnique-of", t(2), t(1)),
  ];
}

/** A bundle as upstream publishes it; `form` 2.0 puts `spec_version` on the bundle, 2.1 on the objects. */
export function smallBundle(
  version: string,
  form: "2.0" | "2.1" = "2.1",
  objects = smallObjects(),
  domain = "enterprise-attack",
) {
  const collection = {
    type: "x-mitre-collection",
    id: COLLECTION_IDS[domain],
    name: "Enterprise ATT&CK",
    x_mitre_version: version,
    x_mitre_contents: objects.map((object) => ({ object_ref: object["id"] })),
  };
  const all = [collection, ...objects];
  return form === "2.0"
    ? { type: "bundle", id: `bundle--${uuid(9)}`, spec_version: "2.0", objects: all }
    : {
        type: "bundle",
        id: `bundle--${uuid(9)}`,
        objects: all.map((object) => ({ ...object, spec_version: "2.1" })),
      };
}
