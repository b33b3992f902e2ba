import type { KnownTechnique } from "../knowledge/attack/ids/id-table.ts";
import { shippedIds } from "../knowledge/attack/ids/known-ids.ts";
import type { ReleaseIndex } from "../knowledge/attack/release-index.ts";
import { KnownNames } from "../pipeline/imports/known-names.ts";

/** What readers need of a release, as JSON. */
interface NamesOfRelease {
  release_id: number;
  domain: string;
  version: string;
  /** Id and name. */
  techniques: [string, string][];
  replacements: [string, string][];
  splits: [string, readonly string[]][];
  inactive: [string, "deprecated" | "revoked"][];
  /** Id, name and aliases. */
  groups: [string, string, string[]][];
}

/** The names for an import, as sent to a reader. */
export interface NamesMessage {
  releases: NamesOfRelease[];
  /** Techniques of releases that are not in the shipped table. */
  further: readonly KnownTechnique[];
}

/** Serializes names, without those that readers never need. */
export function toNamesMessage({ indexes, known }: KnownNames): NamesMessage {
  const releases = indexes.map((index): NamesOfRelease => ({
    release_id: index.release_id,
    domain: index.domain,
    version: index.version,
    techniques: [...index.techniques.values()].map(({ attack_id, name }) => [attack_id, name]),
    replacements: [...index.replacements],
    splits: [...index.splits],
    inactive: [...index.inactive],
    groups: index.groups.map(({ attack_id, name, aliases }) => [attack_id, name, aliases]),
  }));
  return { releases, further: known.further };
}

/** Restores the names on the reader's side. */
export function fromNamesMessage({ releases, further }: NamesMessage): KnownNames {
  const known = further.length === 0 ? shippedIds() : shippedIds().withTechniques(further);
  return new KnownNames(releases.map(toIndex), known);
}

function toIndex(message: NamesOfRelease): ReleaseIndex {
  return {
    release_id: message.release_id,
    domain: message.domain,
    version: message.version,
    tactics: [],
    techniques: new Map(
      message.techniques.map(([attack_id, name]) => [
        attack_id,
        { attack_id, name, stix_id: "", tactics: [], platforms: [] },
      ]),
    ),
    replacements: new Map(message.replacements),
    splits: new Map(message.splits),
    inactive: new Map(message.inactive),
    former_names: new Map(),
    groups: message.groups.map(([attack_id, name, aliases]) => ({
      attack_id,
      name,
      aliases,
      stix_id: "",
      techniques: [],
    })),
    campaigns: [],
    software: [],
  };
}
