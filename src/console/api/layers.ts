import { queryOptions } from "@tanstack/react-query";
import type { NamedRelease } from "./attack.ts";
import { api, bodyOf, type Schema } from "./client.ts";

export type Layer = Schema<"Layer">;
export type LayerListItem = Schema<"LayerListItem">;

/** Layers of a domain or, with none, of all; the interface answers at most 200 at once. */
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

export const readLayer = (layerId: string): Promise<Layer> =>
  bodyOf(api.GET("/api/layers/{layer_id}", { params: at(layerId) }));

/** The layer as the ATT&CK Navigator reads it: this has the scores. */
export const navigatorQuery = (layerId: string) =>
  queryOptions({
    queryKey: ["layer", layerId, "navigator"],
    queryFn: ({ signal }) =>
      bodyOf(api.GET("/api/layers/{layer_id}/navigator", { params: at(layerId), signal })),
  });

export const createLayer = (body: Schema<"LayerInput">): Promise<Layer> =>
  bodyOf(api.POST("/api/layers", { body }));

export const replaceLayer = (layerId: string, body: Schema<"LayerInput">): Promise<Layer> =>
  bodyOf(api.PUT("/api/layers/{layer_id}", { params: at(layerId), body }));

/** @throws Problem when it is no longer there */
export async function deleteLayer(layerId: string): Promise<void> {
  await bodyOf(api.DELETE("/api/layers/{layer_id}", { params: at(layerId) }));
}

/** Copies a layer to a release and returns the copy with what became of each id. */
export const migrateLayer = (layerId: string, version: string): Promise<Schema<"LayerMigration">> =>
  bodyOf(
    api.POST("/api/layers/{layer_id}/migrate", {
      params: { ...at(layerId), query: { version } },
    }),
  );

/** Stores a layer of the ATT&CK Navigator. */
export const importLayer = (body: Schema<"NavigatorLayer">): Promise<Schema<"ImportedLayer">> =>
  bodyOf(api.POST("/api/layers/import", { body }));

/** A set of techniques as PDF. */
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
