import type { ReleaseDetections } from "./detections/release-detections.ts";
import type { ExternalReference } from "./tables.ts";
import type { ObjectState, SoftwareType } from "./vocabulary.ts";

/** An object of a release in ATT&CK's words. `replaced_by` is an ATT&CK id. */
export interface ObjectRecord {
  stix_id: string;
  attack_id: string;
  name: string;
  description: string | null;
  url: string | null;
  state: ObjectState;
  replaced_by: string | null;
  created: string | null;
  modified: string | null;
  external_references: ExternalReference[];
}

export interface TechniqueRecord extends ObjectRecord {
  /** Every active id that replaces a revoked one. The first is `replaced_by`. */
  successors: string[];
  /** Tactic short names in matrix order. */
  tactics: string[];
  platforms: string[];
  is_subtechnique: boolean;
}

export interface GroupRecord extends ObjectRecord {
  aliases: string[];
}

export interface CampaignRecord extends ObjectRecord {
  aliases: string[];
  first_seen: string | null;
  last_seen: string | null;
}

export interface SoftwareRecord extends ObjectRecord {
  type: SoftwareType;
  aliases: string[];
  platforms: string[];
}

export interface TacticRecord {
  stix_id: string;
  attack_id: string;
  shortname: string;
  name: string;
  description: string | null;
  url: string | null;
}

/** `source_id` is a group, campaign or software, `target_id` a technique or software, all active. */
export interface UseRecord {
  source_id: string;
  target_id: string;
  description: string | null;
}

/**
 * The stored content of a release, from a bundle or the shipped seed. Only `ingestRelease` stores it. About 15 MB for
 * Enterprise 18.1.
 */
export interface ReleaseContent {
  domain: string;
  version: string;
  /** In matrix order. */
  tactics: TacticRecord[];
  techniques: TechniqueRecord[];
  groups: GroupRecord[];
  campaigns: CampaignRecord[];
  software: SoftwareRecord[];
  /** Distinct pairs. */
  uses: UseRecord[];
  /** Active campaign to active group. */
  attributions: { campaign_id: string; group_id: string }[];
  detections: ReleaseDetections;
}
