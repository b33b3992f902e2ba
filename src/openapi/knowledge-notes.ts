import { EXAMPLE_TIME } from "./example-values.ts";
import { type Notes, notesUnder } from "./notes.ts";

/** Fields of the knowledge base: releases, techniques, groups, campaigns and the sync. */
export const KNOWLEDGE_NOTES: Notes = {
  attack_id: ["ATT&CK or ATLAS ID of the technique.", "T1059.001"],
  domain: ["Domain of the knowledge base.", "enterprise-attack"],
  version: ["Release of the knowledge base.", "19.1"],
  state: ["State of the technique in the release.", "active"],
  tactics: ["Short names of the technique's tactics, in matrix order.", ["execution"]],
  platforms: ["Platforms that the technique applies to.", ["Windows"]],
  is_subtechnique: ["Whether the technique is a sub-technique.", true],
  modified: [
    "Time at which the publisher last changed the object; null if not published.",
    "2025-10-28T15:00:00.000Z",
  ],
  created: [
    "Time at which the publisher created the object; null if not published.",
    "2017-05-31T21:31:52.748Z",
  ],
  "GroupDetail.stix_id": [
    "STIX ID of the group.",
    "intrusion-set--899ce53f-13a0-479b-a0e4-67d46e241542",
  ],
  "GroupDetail.url": [
    "Page of the group on the publisher's site; null if there is none.",
    "https://attack.mitre.org/groups/G0016",
  ],
  external_references: ["References that the publisher lists for the object."],
  "external_references.source_name": ["Name of the referenced source.", "mitre-attack"],
  "external_references.description": [
    "Citation of the referenced source.",
    "Example Research. (2026, November 22). Phishing at two banks.",
  ],
  "external_references.url": [
    "URL of the referenced source.",
    "https://attack.mitre.org/groups/G0016",
  ],
  "external_references.external_id": ["ID of the object in the referenced source.", "G0016"],
  "campaigns.attack_id": ["ATT&CK or ATLAS ID of the campaign.", "C0024"],
  "campaigns.name": ["Name of the campaign.", "SolarWinds Compromise"],
  "campaigns.use": [
    "How the campaign uses the technique, as published; null if not published.",
    "Has run scripts after a phishing email.",
  ],
  "groups.attack_id": ["ATT&CK ID of the group.", "G0016"],
  "groups.name": ["Name of the group.", "APT29"],
  "groups.use": [
    "How the group uses the technique, as published; null if not published.",
    "Has run scripts after a phishing email.",
  ],
  "software.attack_id": ["ATT&CK ID of the software.", "S0154"],
  "software.name": ["Name of the software.", "Cobalt Strike"],
  "software.type": ["Kind of the software: malware or tool.", "malware"],
  "SoftwareHint.type": ["Kind of the software: malware or tool.", "malware"],
  "software.use": [
    "How the software uses the technique, as published; null if not published.",
    "Has run scripts after a phishing email.",
  ],
  "techniques.name": ["Name of the technique.", "PowerShell"],
  "techniques.use": [
    "How the technique is used, as published; null if not published.",
    "Has run scripts after a phishing email.",
  ],
  group_names: ["Names of the groups that the campaign is attributed to.", ["APT29"]],
  first_seen: [
    "Time at which the campaign was first seen; null if not published.",
    "2019-08-01T05:00:00.000Z",
  ],
  last_seen: [
    "Time at which the campaign was last seen; null if not published.",
    "2021-01-01T06:00:00.000Z",
  ],
  ...notesUnder(["GroupListItem", "GroupDetail"], {
    attack_id: ["ATT&CK ID of the group.", "G0016"],
    name: ["Name of the group.", "APT29"],
    aliases: ["Other names of the group.", ["Cozy Bear"]],
    description: ["Description of the group as published.", "APT29 is a threat group."],
  }),
  "GroupDetail.campaigns": ["Campaigns attributed to the group."],
  "GroupDetail.software": ["Malware and tools that the group uses."],
  "GroupDetail.techniques": ["Techniques that the group uses directly."],
  ...notesUnder(["SoftwareListItem", "SoftwareDetail"], {
    name: ["Name of the software.", "Cobalt Strike"],
    type: ["Kind of the software: malware or tool.", "malware"],
    aliases: ["Other names of the software.", ["Beacon"]],
    platforms: ["Platforms that the software runs on.", ["Windows"]],
    description: ["Description of the software as published.", "A tool for red teams."],
    technique_count: ["Number of active techniques listed for the software.", 70],
  }),
  "SoftwareDetail.state": ["State of the software in the release.", "active"],
  "SoftwareDetail.replaced_by": [
    "ATT&CK ID of the active software that replaces a revoked one; null if there is none.",
    null,
  ],
  "SoftwareDetail.stix_id": [
    "STIX ID of the software.",
    "malware--a7881f21-e978-4fe4-af56-92c9416a2616",
  ],
  "SoftwareDetail.url": [
    "Page of the software on the publisher's site; null if there is none.",
    "https://attack.mitre.org/software/S0154",
  ],
  "SoftwareDetail.groups": ["Groups that use the software."],
  "SoftwareDetail.campaigns": ["Campaigns in which the software is used."],
  "SoftwareDetail.techniques": ["Techniques that the release lists for the software."],
  ...notesUnder(["CampaignListItem", "CampaignDetail"], {
    attack_id: ["ATT&CK or ATLAS ID of the campaign.", "C0024"],
    name: ["Name of the campaign.", "SolarWinds Compromise"],
    description: ["Description of the campaign as published.", "A supply chain compromise."],
    technique_count: ["Number of active techniques that the campaign uses.", 2],
  }),
  "CampaignDetail.aliases": ["Other names of the campaign.", ["SolarWinds Compromise"]],
  "CampaignDetail.stix_id": [
    "STIX ID of the campaign.",
    "campaign--0198f3a1-5c1e-4d40-9b2a-3f6d1c8e4a70",
  ],
  "CampaignDetail.url": [
    "Page of the campaign on the publisher's site; null if there is none.",
    "https://attack.mitre.org/campaigns/C0024",
  ],
  "CampaignDetail.groups": ["Groups that the campaign is attributed to."],
  "CampaignDetail.software": ["Malware and tools used in the campaign."],
  "CampaignDetail.techniques": ["Techniques used in the campaign."],
  "Tactic.attack_id": ["ATT&CK or ATLAS ID of the tactic.", "TA0002"],
  "Tactic.name": ["Name of the tactic.", "Execution"],
  "Tactic.description": [
    "Description of the tactic as published.",
    "The adversary is trying to run malicious code.",
  ],
  "Tactic.shortname": ["Short name of the tactic, as used in parameters.", "execution"],
  "Tactic.url": [
    "Page of the tactic on the publisher's site; null if there is none.",
    "https://attack.mitre.org/tactics/TA0002",
  ],
  ...notesUnder(["TechniqueListItem", "TechniqueDetail"], {
    name: ["Name of the technique.", "PowerShell"],
  }),
  "TechniqueDetail.description": [
    "Description of the technique as published.",
    "Adversaries may abuse PowerShell commands and scripts.",
  ],
  "TechniqueDetail.stix_id": [
    "STIX ID of the technique.",
    "attack-pattern--0198f3a1-5c1e-4d40-9b2a-3f6d1c8e4a70",
  ],
  "TechniqueDetail.url": [
    "Page of the technique on the publisher's site; null if there is none.",
    "https://attack.mitre.org/techniques/T1059/001",
  ],
  "TechniqueDetail.replaced_by": [
    "ATT&CK ID of the active technique that replaces a revoked one; null if there is none.",
    null,
  ],
  "TechniqueDetail.parent": ["Parent of a sub-technique; null for other techniques."],
  "parent.name": ["Name of the parent technique.", "Command and Scripting Interpreter"],
  "parent.attack_id": ["ATT&CK or ATLAS ID of the parent technique.", "T1059"],
  "TechniqueDetail.subtechniques": ["Sub-techniques of the technique."],
  "subtechniques.name": ["Name of the sub-technique.", "PowerShell"],
  "TechniqueDetail.groups": ["Groups that use the technique."],
  "TechniqueDetail.campaigns": ["Campaigns in which the technique is used."],
  "TechniqueDetail.software": ["Malware and tools that use the technique."],
  "ReleaseVersion.group_count": ["Number of active groups in the release.", 187],
  "ReleaseVersion.campaign_count": ["Number of active campaigns in the release.", 52],
  "ReleaseVersion.technique_count": ["Number of active techniques in the release.", 697],
  "ReleaseVersion.is_current": ["Whether requests that name no version use this release.", true],
  "ReleaseVersion.ingested_at": ["Time at which the release was ingested.", EXAMPLE_TIME],
};
