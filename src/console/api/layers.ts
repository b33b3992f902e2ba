import { queryOptions } from "@tanstack/react-query";
import type { NamedRelease } from "./attack.ts";
import { api, bodyOf, ifMatch, type Schema, statedOf } from "./client.ts";

export type Layer = Schema<"Layer">;
/** A layer, and the entity tag for changes to it. */
export type StoredLayer = Layer & { etag: string };
export type LayerListItem = Schema<"LayerListItem">;

/** Returns the layers of a domain, or of all without one. The API returns at most 200. */
export const layersQuery = (domain?: string) =>
  queryOptions({
    queryKey: ["layers", domain ?? "all"],
    queryFn: ({ signal }) => {
      const query = domain === undefined ? { limit: 200 } : { limit: 200, domain };
      return bodyOf(api.GET("/api/layers", { params: { query }, signal }));
    },
  });

const at = (layerId: string) => ({ path: { layer_id: layerId } });

export const layerQuery = (layerId: string) =>
  queryOptions({
    queryKey: ["layer", layerId],
    queryFn: () => readLayer(layerId),
  });

export async function readLayer(layerId: string): Promise<StoredLayer> {
  const { body, etag } = await statedOf(api.GET("/api/layers/{layer_id}", { params: at(layerId) }));
  return { ...body, etag };
}

/** Returns the layer in ATT&CK Navigator format, which includes the scores. */
export const navigatorQuery = (layerId: string) =>
  queryOptions({
    queryKey: ["layer", layerId, "navigator"],
    queryFn: ({ signal }) =>
      bodyOf(api.GET("/api/layers/{layer_id}/navigator", { params: at(layerId), signal })),
  });

export const createLayer = (body: Schema<"LayerInput">): Promise<Layer> =>
  bodyOf(api.POST("/api/layers", { body }));

/** @throws Problem 412 if it has changed in the meantime */
export const replaceLayer = (
  layerId: string,
  body: Schema<"LayerInput">,
  etag: string,
): Promise<Layer> =>
  bodyOf(api.PUT("/api/layers/{layer_id}", { params: { ...at(layerId), ...ifMatch(etag) }, body }));

/** Techniques to add to or remove from a layer, and the comment on each. */
export interface LayerEdit {
  ids: readonly string[];
  /** Removes them instead. */
  isRemoval?: boolean;
  said?: { score: number | null; comment: string };
}

/**
 * Applies an edit to the current layer, leaving the rest unchanged.
 * @param etag the state that the user saw
 * @throws Problem 412 if it has changed since
 */
export async function editLayer(layerId: string, edit: LayerEdit, etag: string): Promise<Layer> {
  const { name, description, domain, version, technique_ids, annotations } =
    await readLayer(layerId);
  const { ids, isRemoval = false, said } = edit;
  const others = technique_ids.filter((id) => !ids.includes(id));
  const body = {
    name,
    description,
    domain,
    ...(version === null ? {} : { version }),
    technique_ids: isRemoval ? others : [...others, ...ids],
    ...(said !== undefined && {
      annotations: [
        ...annotations.filter(({ attack_id: id }) => !ids.includes(id)),
        ...ids.map((attack_id) => ({ attack_id, tactic: null, ...said })),
      ],
    }),
  };
  return await replaceLayer(layerId, body, etag);
}

/** @throws Problem if it no longer exists */
export async function deleteLayer(layerId: string): Promise<void> {
  await bodyOf(api.DELETE("/api/layers/{layer_id}", { params: at(layerId) }));
}

/** Copies a layer to a release. Returns the copy with the outcome for each id. */
export const migrateLayer = (layerId: string, version: string): Promise<Schema<"LayerMigration">> =>
  bodyOf(
    api.POST("/api/layers/{layer_id}/migrate", {
      params: { ...at(layerId), query: { version } },
    }),
  );

/** Imports an ATT&CK Navigator layer. */
export const importLayer = (body: Schema<"NavigatorLayer">): Promise<Schema<"ImportedLayer">> =>
  bodyOf(api.POST("/api/layers/import", { body }));

/** Returns a set of techniques as PDF. */
export const layerPdf = (body: Schema<"LayerExport">): Promise<Blob> =>
  bodyOf(api.POST("/api/export/layer", { body, parseAs: "blob" }));

type Operand = Schema<"CombinationInput">["operands"][number];
export type SetOperation = Schema<"CombinationInput">["operation"];

export const combinationQuery = (
  operands: Operand[],
  operation: SetOperation,
  { domain, version }: NamedRelease,
) =>
  queryOptions({
    queryKey: ["combination", operation, operands, domain, version],
    queryFn: ({ signal }) =>
      bodyOf(
        api.POST("/api/layers/combine", { body: { operands, operation, domain, version }, signal }),
      ),
  });
