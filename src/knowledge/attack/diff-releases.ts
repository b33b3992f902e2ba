import { AppError } from "../../platform/lib/errors.ts";
import { compareText } from "../../platform/lib/text.ts";
import type { BrowseDeps } from "./deps.ts";
import type { ReleaseDiff } from "./schema.ts";
import type { IndexedCampaign, IndexedGroup, ReleaseIndex } from "./release-index.ts";
import { resolveRelease } from "./resolve-release.ts";

/** All changes except descriptions, which indexes do not have. */
type IndexDiff = Omit<ReleaseDiff, "description_changes">;

/**
 * Returns the changes between two ingested releases of a domain.
 * @throws AppError `unknown_domain`, `version_not_found`, `knowledge_base_empty`
 */
export async function readDiff(
  deps: BrowseDeps,
  { domain, from, to }: { domain: string; from: string; to: string },
): Promise<ReleaseDiff> {
  const before = await resolveRelease(deps, { domain, version: from });
  const after = await resolveRelease(deps, { domain, version: to });
  const [old, now] = await Promise.all(
    [before, after].map(({ id, content_sha256: sha }) => deps.indexes.get(id, sha)),
  );
  // Shipped releases have no descriptions.
  const isDescribed = before.origin !== "seed" && after.origin !== "seed";
  return {
    ...diffReleases(old!, now!),
    description_changes: isDescribed
      ? await deps.browse.listRedescribed(before.id, after.id)
      : null,
  };
}

/** Compares two releases of one domain by their indexes. Every list is sorted by id. */
export function diffReleases(before: ReleaseIndex, after: ReleaseIndex): IndexDiff {
  if (before.domain !== after.domain) {
    throw new AppError("validation_error", "Only releases of one domain can be compared.");
  }
  const diff: IndexDiff = {
    domain: after.domain,
    from: before.version,
    to: after.version,
    added: [],
    revoked: [],
    deprecated: [],
    removed: [],
    renamed: [],
    tactic_changes: [],
    group_changes: diffSets(before.groups, after.groups),
    campaign_changes: diffSets(before.campaigns, after.campaigns),
  };
  for (const { attack_id, name } of after.techniques.values()) {
    if (!before.techniques.has(attack_id)) diff.added.push({ attack_id, name });
  }
  for (const old of before.techniques.values()) noteFormer(old.attack_id, before, after, diff);
  for (const list of [diff.added, diff.revoked, diff.deprecated, diff.removed]) sortById(list);
  sortById(diff.renamed);
  sortById(diff.tactic_changes);
  return diff;
}

/** Records what happened to a technique that was active before. */
function noteFormer(
  attack_id: string,
  before: ReleaseIndex,
  after: ReleaseIndex,
  diff: IndexDiff,
): void {
  const old = before.techniques.get(attack_id);
  if (old === undefined) return;
  const { name } = old;
  const now = after.techniques.get(attack_id);
  if (now === undefined) {
    const successor = after.replacements.get(attack_id) ?? null;
    const state = successor === null ? after.inactive.get(attack_id) : "revoked";
    if (state === "revoked") diff.revoked.push({ attack_id, name, replaced_by: successor });
    else if (state === "deprecated") diff.deprecated.push({ attack_id, name });
    else diff.removed.push({ attack_id, name });
    return;
  }
  if (now.name !== name) diff.renamed.push({ attack_id, from: name, to: now.name });
  const added = without(now.tactics, old.tactics);
  const removed = without(old.tactics, now.tactics);
  if (added.length + removed.length > 0) {
    diff.tactic_changes.push({ attack_id, name: now.name, added, removed });
  }
}

type ActorChange = ReleaseDiff["group_changes"][number];

/** Returns groups or campaigns that were added, removed or renamed, or that use different techniques. */
function diffSets(
  before: readonly (IndexedGroup | IndexedCampaign)[],
  after: readonly (IndexedGroup | IndexedCampaign)[],
): ActorChange[] {
  const old = new Map(before.map((entry) => [entry.attack_id, entry]));
  const now = new Map(after.map((entry) => [entry.attack_id, entry]));
  const changes: ActorChange[] = [];
  for (const attack_id of new Set([...old.keys(), ...now.keys()])) {
    const was = old.get(attack_id);
    const is = now.get(attack_id);
    const change = {
      attack_id,
      name: is?.name ?? was?.name ?? attack_id,
      change: was === undefined ? "added" : is === undefined ? "removed" : "changed",
      renamed_from: was !== undefined && is !== undefined && was.name !== is.name ? was.name : null,
      techniques_added: without(is?.techniques ?? [], was?.techniques ?? []),
      techniques_removed: without(was?.techniques ?? [], is?.techniques ?? []),
    } satisfies ActorChange;
    const moved = change.techniques_added.length + change.techniques_removed.length;
    if (change.change !== "changed" || change.renamed_from !== null || moved > 0) {
      changes.push(change);
    }
  }
  return sortById(changes);
}

function without(list: readonly string[], others: readonly string[]): string[] {
  const known = new Set(others);
  return list.filter((entry) => !known.has(entry));
}

function sortById<T extends { attack_id: string }>(list: T[]): T[] {
  return list.sort((a, b) => compareText(a.attack_id, b.attack_id));
}
