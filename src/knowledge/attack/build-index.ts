import { compareText } from "../../platform/lib/text.ts";
import type { ReleaseContent, TechniqueRecord } from "./release-content.ts";
import type {
  IndexedCampaign,
  IndexedGroup,
  IndexedSoftware,
  ReleaseIndex,
} from "./release-index.ts";

/** `ReleaseIndex` as stored: maps are lists of pairs, and `inactive` is named `retired`. */
export interface StoredIndex extends Omit<
  ReleaseIndex,
  "release_id" | "techniques" | "replacements" | "splits" | "inactive" | "former_names" | "software"
> {
  techniques: ReleaseIndex["techniques"] extends ReadonlyMap<string, infer T> ? T[] : never;
  replacements: [string, string][];
  retired: [string, "deprecated" | "revoked"][];
  /** Older stored indexes lack software, or its techniques. */
  software?: (Omit<IndexedSoftware, "techniques"> & Partial<IndexedSoftware>)[];
  /** Older stored indexes lack both. */
  splits?: [string, string[]][];
  former_names?: [string, string][];
}

/** Derives the index of a release from its content. */
export function buildIndex(content: ReleaseContent): StoredIndex {
  const active = content.techniques.filter(isActive);
  const setOf = techniqueSets(content, new Set(active.map(({ attack_id }) => attack_id)));
  const groups: IndexedGroup[] = content.groups.filter(isActive).map((group) => ({
    attack_id: group.attack_id,
    stix_id: group.stix_id,
    name: group.name,
    aliases: group.aliases,
    techniques: setOf(group.attack_id),
  }));
  const groupNames = new Map(groups.map(({ attack_id, name }) => [attack_id, name]));
  return {
    domain: content.domain,
    version: content.version,
    tactics: content.tactics.map(({ attack_id, name, shortname }) => ({
      attack_id,
      name,
      shortname,
    })),
    techniques: active.map(({ attack_id, stix_id, name, tactics, platforms }) => ({
      attack_id,
      stix_id,
      name,
      tactics,
      platforms,
    })),
    ...formerIds(content.techniques, new Set(active.map(({ attack_id }) => attack_id))),
    groups,
    campaigns: indexCampaigns(content, groupNames, setOf),
    software: content.software
      .filter(isActive)
      .map(({ attack_id, stix_id, name, type, aliases }) => ({
        attack_id,
        stix_id,
        name,
        type,
        aliases,
        techniques: setOf(attack_id),
      })),
  };
}

/** Returns the stored software if it is complete, or null for an older index. */
export function storedSoftware({ software }: StoredIndex): IndexedSoftware[] | null {
  const isWhole = software?.every(({ techniques }) => techniques !== undefined);
  return isWhole ? (software as IndexedSoftware[]) : null;
}

/**
 * Restores the index from its stored form.
 * @param software that of the release, if it is not stored with the rest
 */
export function loadIndex(
  stored: StoredIndex,
  releaseId: number,
  software: IndexedSoftware[] = storedSoftware(stored) ?? [],
): ReleaseIndex {
  const { retired, splits = [], former_names = [], ...index } = stored;
  return {
    ...index,
    software,
    release_id: releaseId,
    techniques: new Map(stored.techniques.map((technique) => [technique.attack_id, technique])),
    replacements: new Map(stored.replacements),
    splits: new Map(splits),
    inactive: new Map(retired),
    former_names: new Map(former_names),
  };
}

function indexCampaigns(
  { campaigns, attributions }: ReleaseContent,
  groupNames: ReadonlyMap<string, string>,
  setOf: (attackId: string) => string[],
): IndexedCampaign[] {
  return campaigns.filter(isActive).map((campaign) => ({
    attack_id: campaign.attack_id,
    stix_id: campaign.stix_id,
    name: campaign.name,
    aliases: campaign.aliases,
    group_names: attributions
      .filter(({ campaign_id }) => campaign_id === campaign.attack_id)
      .map(({ group_id }) => groupNames.get(group_id))
      .filter((name) => name !== undefined)
      .sort(compareText),
    first_seen: campaign.first_seen,
    last_seen: campaign.last_seen,
    techniques: setOf(campaign.attack_id),
  }));
}

function isActive({ state }: { state: string }): boolean {
  return state === "active";
}

function techniqueSets(content: ReleaseContent, active: ReadonlySet<string>) {
  const sets = new Map<string, string[]>();
  for (const { source_id, target_id } of content.uses) {
    if (!active.has(target_id)) continue;
    const set = sets.get(source_id);
    if (set === undefined) sets.set(source_id, [target_id]);
    else set.push(target_id);
  }
  return (attackId: string): string[] => (sets.get(attackId) ?? []).sort(compareText);
}

/** Returns ids that used to be techniques, except ids that another active object has now. */
function formerIds(techniques: TechniqueRecord[], active: ReadonlySet<string>) {
  const replacements: [string, string][] = [];
  const retired: [string, "deprecated" | "revoked"][] = [];
  const splits: [string, string[]][] = [];
  const former_names: [string, string][] = [];
  for (const { attack_id, name, state, successors } of techniques) {
    if (state === "active" || active.has(attack_id)) continue;
    former_names.push([attack_id, name]);
    const living = successors.filter((id) => active.has(id));
    const [first] = living;
    if (first !== undefined) replacements.push([attack_id, first]);
    else retired.push([attack_id, state]);
    if (living.length > 1) splits.push([attack_id, living]);
  }
  return { replacements, retired, splits, former_names };
}
