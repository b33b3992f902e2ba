import type { ReleaseIndex } from "../../knowledge/attack/release-index.ts";
import type { LayerDeps } from "./deps.ts";
import { AppError } from "../../platform/lib/errors.ts";
import { requireAnnotationRoom } from "./annotations.ts";
import { createLayer } from "./create-layer.ts";
import { describeSet } from "./describe-set.ts";
import type { ReadLayer } from "./navigator/read-navigator.ts";
import { openRelease, requireLayerDomain } from "./open-release.ts";
import type { ImportedLayer } from "./schema.ts";
import { toLayer } from "./store.ts";

const MAX_TECHNIQUES = 2000;

/**
 * Imports an ATT&CK Navigator layer. Without a version, uses the release that the layer names, else the current one.
 * @throws AppError `invalid_json`, `validation_error`, `body_too_large`, `unknown_domain`, `version_not_found`;
 * ShapeError for a file in another format
 */
export async function importLayer(
  deps: LayerDeps,
  actor: string,
  bytes: Uint8Array,
  query: { domain?: string | undefined; version?: string | undefined },
): Promise<ImportedLayer> {
  const read = await deps.readers.navigator(actor, bytes);
  const domain = query.domain ?? read.domain;
  requireLayerDomain(domain);
  requireFitting(read);
  const { index, warnings } = await findRelease(deps, domain, query.version, read.release);
  const { name, description, annotations, navigator, left_out, not_kept } = read;
  const layer = {
    id: deps.newId(),
    name,
    description,
    domain,
    annotations,
    navigator,
    migration: null,
    ...describeSet(read.technique_ids, index),
  };
  const saved = await createLayer(deps, actor, layer, { imported: true });
  return { ...toLayer(saved, await deps.knownIds.open()), left_out, not_kept, warnings };
}

function requireFitting({ technique_ids: ids, annotations, navigator }: ReadLayer): void {
  if (ids.size === 0 || ids.size > MAX_TECHNIQUES) {
    const detail = `The layer must enable 1 to ${MAX_TECHNIQUES} techniques; it enables ${ids.size}.`;
    throw new AppError("validation_error", detail, {
      errors: [{ pointer: "/techniques", detail }],
    });
  }
  requireAnnotationRoom(annotations, navigator);
}

/** Finds the newest ingested release of the major version (`18`) that a layer names. */
async function findRelease(
  deps: LayerDeps,
  domain: string,
  version: string | undefined,
  named: string | null,
): Promise<{ index: ReleaseIndex | null; warnings: string[] }> {
  if (version !== undefined || named === null) {
    return { index: await openRelease(deps, { domain, version }), warnings: [] };
  }
  const ready = await deps.releases.listReady(domain);
  const found =
    ready.find((release) => release.version === named) ??
    ready.find((release) => release.version.split(".")[0] === named);
  const index = await openRelease(deps, { domain, version: found?.version });
  if (found !== undefined || index === null) return { index, warnings: [] };
  const warning =
    `The layer names release ${named.slice(0, 32)}, which is not ingested; ` +
    `its ids were looked up in ${index.version}.`;
  return { index, warnings: [warning] };
}
