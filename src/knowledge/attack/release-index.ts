import type { SoftwareType } from "./vocabulary.ts";

/** An active technique or sub-technique of a release. `tactics` are slugs in matrix order. */
export interface IndexedTechnique {
  attack_id: string;
  stix_id: string;
  name: string;
  tactics: string[];
  platforms: string[];
}

/** `techniques`: sorted ids of the active techniques that the group uses directly. */
export interface IndexedGroup {
  attack_id: string;
  stix_id: string;
  name: string;
  aliases: string[];
  techniques: string[];
}

/** `techniques`: sorted ids of the active techniques that ATT&CK lists for the software. */
export interface IndexedSoftware {
  attack_id: string;
  stix_id: string;
  name: string;
  type: SoftwareType;
  aliases: string[];
  techniques: string[];
}

export interface IndexedCampaign {
  attack_id: string;
  stix_id: string;
  name: string;
  aliases: string[];
  group_names: string[];
  first_seen: string | null;
  last_seen: string | null;
  techniques: string[];
}

export interface IndexedTactic {
  attack_id: string;
  name: string;
  shortname: string;
}

/**
 * Everything that analysis and comparison need of a release, small enough to stay in memory. It is built once at
 * ingest, stored as JSON in FILES, and never changed.
 */
export interface ReleaseIndex {
  release_id: number;
  domain: string;
  version: string;
  /** In matrix order. */
  tactics: IndexedTactic[];
  /** Active techniques by id. */
  techniques: ReadonlyMap<string, IndexedTechnique>;
  /** Revoked id to the active id at the end of its `revoked-by` chain. */
  replacements: ReadonlyMap<string, string>;
  /** All replacements of revoked ids that have several. `replacements` has the first. */
  splits: ReadonlyMap<string, readonly string[]>;
  /** Known ids that are neither active nor replaced: deprecated, or revoked without an active successor. */
  inactive: ReadonlyMap<string, "deprecated" | "revoked">;
  /** Names of the ids in `replacements` and `inactive`, empty in older stored indexes. */
  former_names: ReadonlyMap<string, string>;
  groups: IndexedGroup[];
  campaigns: IndexedCampaign[];
  /** Active malware and tools. */
  software: IndexedSoftware[];
}
