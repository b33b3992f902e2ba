import { commitAndRead } from "../../platform/audit/commit.ts";
import { describeChanges } from "../../platform/audit/describe-changes.ts";
import type { LayerDeps } from "./deps.ts";
import { describeSet } from "./describe-set.ts";
import { openRelease } from "./open-release.ts";
import { readLayer } from "./read-layer.ts";
import { requireLayerState } from "./layer-state.ts";
import { replaceAnnotations, requireAnnotationRoom } from "./annotations.ts";
import { AppError } from "../../platform/lib/errors.ts";
import { layerAct } from "./layer-act.ts";
import { DEFAULT_DOMAIN } from "../../knowledge/attack/vocabulary.ts";
import type { LayerInput } from "./schema.ts";
import type { LayerRow } from "./store.ts";

/** Concurrent edits succeed on the second attempt; this limit is a safeguard. */
const MAX_TRIES = 20;

/**
 * Replaces a layer. Without annotations in the body, those of remaining techniques are retained. Given ones replace
 * scores and comments, and retain all other data of an imported Navigator layer.
 * @throws AppError `not_found`, `precondition_failed`, `validation_error`, `body_too_large`, `conflict`,
 * `unknown_domain`, `version_not_found`, `knowledge_base_empty`
 */
export async function replaceLayer(
  deps: LayerDeps,
  actor: string,
  layerId: string,
  { name, description = "", domain = DEFAULT_DOMAIN, version, technique_ids, ...said }: LayerInput,
  ifMatch?: string,
): Promise<LayerRow> {
  const set = describeSet(technique_ids, await openRelease(deps, { domain, version }));
  const layer = { name, description, domain, ...set };
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const before = await readLayer(deps, layerId);
    await requireLayerState(deps, ifMatch, before);
    const annotations = annotationsOf(before, layer, said.annotations);
    const change = {
      act: layerAct(
        actor,
        "layer.update",
        { id: layerId, ...layer },
        changesOf(before, { ...layer, annotations }),
      ),
      when: deps.layers.isThere(before),
      parts: [deps.layers.replace(layerId, { ...layer, annotations })],
    };
    const [replaced] = (await commitAndRead(deps, change, deps.layers.selectOne(layerId))) ?? [];
    if (replaced !== undefined) return replaced;
  }
  throw new AppError("conflict", "Others are changing this layer; try again shortly.");
}

/**
 * Returns the annotations that remain after a replacement: those of remaining techniques, and of techniques that never
 * were in the set. Returns none if the domain changes.
 */
function annotationsOf(
  before: LayerRow,
  { domain, technique_ids }: Pick<LayerRow, "domain" | "technique_ids">,
  given: LayerInput["annotations"],
): LayerRow["annotations"] {
  const [wanted, had] = [new Set(technique_ids), new Set(before.technique_ids)];
  const kept =
    domain === before.domain
      ? before.annotations.filter(({ attack_id: id }) => wanted.has(id) || !had.has(id))
      : [];
  if (given === undefined) return kept;
  const annotations = replaceAnnotations({ technique_ids, annotations: kept }, given);
  requireAnnotationRoom(annotations, before.navigator);
  return annotations;
}

/** Returns old and new values of the replaced fields, and the added and removed technique ids. */
function changesOf(
  before: LayerRow,
  after: Pick<
    LayerRow,
    "name" | "description" | "domain" | "version" | "technique_ids" | "annotations"
  >,
) {
  const { name, description, domain, version } = after;
  const described = describeChanges<Partial<LayerRow>>(
    before,
    { name, description, domain, version },
    ["description"],
  );
  const [old, fresh] = [new Set(before.technique_ids), new Set(after.technique_ids)];
  const [added, removed] = [fresh.difference(old), old.difference(fresh)];
  const more = {
    ...(added.size + removed.size > 0 && {
      technique_ids: { added: [...added], removed: [...removed] },
    }),
    // Comments must not be stored in the audit trail.
    ...(JSON.stringify(before.annotations) !== JSON.stringify(after.annotations) && {
      annotations: { from: before.annotations.length, to: after.annotations.length },
    }),
  };
  return {
    changed: [...described.changed, ...Object.keys(more)],
    changes: { ...described.changes, ...more },
  };
}
