import { resolveIndex } from "../../knowledge/attack/resolve-release.ts";
import { commitAndRead } from "../../platform/audit/commit.ts";
import type { LayerDeps } from "./deps.ts";
import { AppError } from "../../platform/lib/errors.ts";
import { describeSet } from "./describe-set.ts";
import { planMigration } from "./plan-migration.ts";
import { readLayer } from "./read-layer.ts";
import { layerAct } from "./layer-act.ts";
import type { Migration } from "./schema.ts";
import { type LayerRow, toLayer } from "./store.ts";

/** Changes that may come in between before we ask the caller to try again. */
const MAX_ATTEMPTS = 100;

/**
 * Carries a layer over to another release of its domain, without a version to the current one, and
 * accounts for every technique that it had.
 * @throws AppError `not_found`, `conflict`, `version_not_found`, `knowledge_base_empty`,
 * `unknown_domain` while the knowledge base does not have the layer's domain
 */
export async function migrateLayer(
  deps: LayerDeps,
  actor: string,
  layerId: string,
  version: string | undefined,
): Promise<Migration> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const layer = await readLayer(deps, layerId);
    const migrated = await migrateRevision(deps, actor, layer, version);
    if (migrated !== null) return migrated;
  }
  throw new AppError("conflict", "The layer keeps being changed by others; try again shortly.");
}

async function migrateRevision(
  deps: LayerDeps,
  actor: string,
  layer: LayerRow,
  version: string | undefined,
): Promise<Migration | null> {
  const { domain } = layer;
  const target = await resolveIndex(deps, { domain, version });
  const known = await deps.knownIds.open();
  const plan = planMigration(layer, target, await releaseOf(deps, layer), known);
  const { annotations, account } = plan;
  const set = { ...describeSet(plan.technique_ids, target), annotations };
  const details = {
    migrated_from: layer.version,
    kept: account.kept.length,
    replaced: account.replaced.length,
    merged: account.merged.length,
    removed: account.removed.length,
  };
  const change = {
    act: layerAct(actor, "layer.update", { ...layer, ...set }, details),
    when: deps.layers.isThere(layer),
    parts: [deps.layers.migrate(layer.id, set)],
  };
  const [stored] = (await commitAndRead(deps, change, deps.layers.selectOne(layer.id))) ?? [];
  return stored === undefined
    ? null
    : { ...toLayer(stored, known), migrated_from: layer.version, ...account };
}

/** The layer's release; null when it is no longer ingested. */
async function releaseOf(deps: LayerDeps, { domain, version }: LayerRow) {
  const release = version === null ? null : await deps.releases.find(domain, version);
  return release && (await deps.indexes.get(release.id, release.content_sha256));
}
