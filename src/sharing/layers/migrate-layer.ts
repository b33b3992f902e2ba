import { resolveIndex } from "../../knowledge/attack/resolve-release.ts";
import { commitAndRead } from "../../platform/audit/commit.ts";
import type { LayerDeps } from "./deps.ts";
import { AppError } from "../../platform/lib/errors.ts";
import { createLayer } from "./create-layer.ts";
import { describeSet } from "./describe-set.ts";
import { planMigration } from "./plan-migration.ts";
import { readLayer } from "./read-layer.ts";
import { layerAct } from "./layer-act.ts";
import type { Layer, Migration, MigrationAccount } from "./schema.ts";
import { type LayerRow, type Migrated, toLayer } from "./store.ts";

/** Maximum concurrent changes before the caller is asked to try again. */
const MAX_ATTEMPTS = 100;

interface MigrationRequest {
  version?: string | undefined;
  /** Changes the layer itself instead of a copy. */
  in_place: boolean;
}

/**
 * Migrates a layer to another release of its domain, by default the current one, and accounts for every technique that
 * it had. The account is stored with the result.
 * @throws AppError `not_found`, `conflict`, `quota_exceeded`, `version_not_found`, `knowledge_base_empty`,
 * `unknown_domain` while the knowledge base lacks the layer's domain
 */
export async function migrateLayer(
  deps: LayerDeps,
  actor: string,
  layerId: string,
  { version, in_place: isInPlace }: MigrationRequest,
): Promise<Migration> {
  if (!isInPlace) return await migrateCopy(deps, actor, await readLayer(deps, layerId), version);
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const layer = await readLayer(deps, layerId);
    const migrated = await migrateRevision(deps, actor, layer, version);
    if (migrated !== null) return migrated;
  }
  throw new AppError("conflict", "The layer keeps being changed by others; try again shortly.");
}

async function migrateCopy(
  deps: LayerDeps,
  actor: string,
  layer: LayerRow,
  version: string | undefined,
): Promise<Migration> {
  const { name, description, domain, navigator } = layer;
  const { set, account } = await migrateSet(deps, layer, version, layer.id);
  if (isUnchanged(layer, account)) {
    const known = await deps.knownIds.open();
    return toMigration(toLayer(layer, known), { ...account, copied_from: null });
  }
  const copy = { id: deps.newId(), name, description, domain, navigator, ...set };
  const created = await createLayer(deps, actor, copy, toDetails(account));
  return toMigration(toLayer(created, await deps.knownIds.open()), account);
}

/** Returns whether a layer already has the release, and all of its techniques remain. */
function isUnchanged(
  layer: LayerRow,
  { migrated_to, replaced, merged, removed }: MigrationAccount,
) {
  return (
    migrated_to === layer.version && [replaced, merged, removed].every((list) => list.length === 0)
  );
}

/** Migrates the layer itself. Returns null if it changed since it was read. */
async function migrateRevision(
  deps: LayerDeps,
  actor: string,
  layer: LayerRow,
  version: string | undefined,
): Promise<Migration | null> {
  const { set, account } = await migrateSet(deps, layer, version, null);
  const change = {
    act: layerAct(actor, "layer.update", { ...layer, ...set }, toDetails(account)),
    when: deps.layers.isThere(layer),
    parts: [deps.layers.migrate(layer.id, set)],
  };
  const [stored] = (await commitAndRead(deps, change, deps.layers.selectOne(layer.id))) ?? [];
  if (stored === undefined) return null;
  return toMigration(toLayer(stored, await deps.knownIds.open()), account);
}

async function migrateSet(
  deps: LayerDeps,
  layer: LayerRow,
  version: string | undefined,
  copied_from: string | null,
): Promise<{ set: Migrated; account: MigrationAccount }> {
  const target = await resolveIndex(deps, { domain: layer.domain, version });
  const from = await releaseOf(deps, layer);
  const plan = planMigration(layer, target, from, await deps.knownIds.open());
  const account = {
    copied_from,
    migrated_from: layer.version,
    migrated_to: target.version,
    migrated_at: deps.now(),
    ...plan.account,
  };
  const { annotations } = plan;
  const set = { ...describeSet(plan.technique_ids, target), annotations, migration: account };
  return { set, account };
}

/** Returns the audit details of a migration. */
function toDetails({ copied_from, migrated_from, ...lists }: MigrationAccount) {
  return {
    ...(copied_from !== null && { copied_from }),
    migrated_from,
    kept: lists.kept.length,
    replaced: lists.replaced.length,
    merged: lists.merged.length,
    removed: lists.removed.length,
  };
}

function toMigration({ migration: _stored, ...layer }: Layer, account: MigrationAccount) {
  return { ...layer, ...account };
}

/** Returns the layer's release, or null if it is no longer ingested. */
async function releaseOf(deps: LayerDeps, { domain, version }: LayerRow) {
  const release = version === null ? null : await deps.releases.find(domain, version);
  return release && (await deps.indexes.get(release.id, release.content_sha256));
}
