import { compareText } from "../../platform/lib/text.ts";
import type { ReleaseContent, TechniqueRecord } from "./release-content.ts";
import type {
  IndexedCampaign,
  IndexedGroup,
  IndexedSoftware,
  ReleaseIndex,
} from "./release-index.ts";

/** `ReleaseIndex` as it is stored: maps are lists of pairs; `inactive` is stored as `retired`. */
export interface StoredIndex extends Omit<
  ReleaseIndex,
  "release_id" | "techniques" | "replacements" | "splits" | "inactive" | "former_names" | "software"
> {
  techniques: ReleaseIndex["techniques"] extends ReadonlyMap<string, infer T> ? T[] : never;
  replacements: [string, string][];
  retired: [string, "deprecated" | "revoked"][];
  /** Absent from indexes that were stored before there was any; then came their techniques. */
  software?: (Omit<IndexedSoftware, "techniques"> & Partial<IndexedSoftware>)[];
  /** Both absent from indexes that were stored before there were any. */
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

/** What is stored of the software, if that is all; null in an index from before it was. */
export function storedSoftware({ software }: StoredIndex): IndexedSoftware[] | null {
  const isWhole = software?.every(({ techniques }) => techniques !== undefined);
  return isWhole ? (software as IndexedSoftware[]) : null;
}

/**
 * The index as it is used, from what was stored.
 * @param software that of the release, where it is not stored with the rest
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

/** Ids that were techniques once; an id that is active again under another object is none of them. */
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
