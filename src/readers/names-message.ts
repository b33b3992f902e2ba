import type { ReleaseIndex } from "../knowledge/attack/release-index.ts";
import { KnownNames } from "../pipeline/imports/known-names.ts";

/** What readers ask of a release, as JSON. */
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

/** The names that an import is read with, as they travel to a reader. */
export type NamesMessage = NamesOfRelease[];

/** Writes names down, without what readers never ask for. */
export function toNamesMessage({ indexes }: KnownNames): NamesMessage {
  return indexes.map((index) => ({
    release_id: index.release_id,
    domain: index.domain,
    version: index.version,
    techniques: [...index.techniques.values()].map(({ attack_id, name }) => [attack_id, name]),
    replacements: [...index.replacements],
    splits: [...index.splits],
    inactive: [...index.inactive],
    groups: index.groups.map(({ attack_id, name, aliases }) => [attack_id, name, aliases]),
  }));
}

/** The names again, on the reader's side. */
export function fromNamesMessage(message: NamesMessage): KnownNames {
  return new KnownNames(message.map(toIndex));
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
