import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import type { Schema } from "../../../api/client.ts";
import {
  createLayer,
  deleteLayer,
  importLayer,
  editLayer,
  type LayerEdit,
  migrateLayer,
  type StoredLayer,
} from "../../../api/layers.ts";
import { type Guarded, useGuarded } from "../../../parts/conflict/use-guarded.ts";

/** Returns changes of layers. Each refetches the lists and overlays that show them. */
export function useLayerChanges() {
  const queries = useQueryClient();
  const onSuccess = () => refreshLayers(queries);
  return {
    create: useMutation({
      mutationFn: (layer: Schema<"LayerInput">) => createLayer(layer),
      onSuccess,
    }),
    bring: useMutation({ mutationFn: importFile, onSuccess }),
    migrate: useMutation({
      mutationFn: ({ layerId, version }: { layerId: string; version: string }) =>
        migrateLayer(layerId, version),
      onSuccess,
    }),
    remove: useMutation({
      mutationFn: deleteLayer,
      onSuccess: (_nothing, layerId) => refreshLayers(queries, layerId),
    }),
  };
}

/** Returns a change of a layer's techniques, scores and comments, based on the displayed state. */
export function useLayerEdit({ layer_id: layerId, etag }: StoredLayer) {
  const queries = useQueryClient();
  return useGuarded(etag, {
    mutationFn: ({ wanted, etag: at }: Guarded<LayerEdit>) => editLayer(layerId, wanted, at),
    onSettled: () => refreshLayers(queries),
  });
}

/** Refetches lists and overlays that show layers, except a deleted one. */
async function refreshLayers(queries: QueryClient, deleted?: string): Promise<void> {
  await Promise.all(
    [["layers"], ["layer"], ["overlay", "layer"], ["combination"]].map((queryKey) =>
      queries.invalidateQueries({
        queryKey,
        predicate: (query) => deleted === undefined || !query.queryKey.includes(deleted),
      }),
    ),
  );
}

/** @throws Error if the file is not JSON; the service reports other faults */
async function importFile(file: File): Promise<Schema<"ImportedLayer">> {
  const text = await file.text();
  let layer: Schema<"NavigatorLayer">;
  try {
    layer = JSON.parse(text) as Schema<"NavigatorLayer">;
  } catch {
    throw new NotJson(file.name);
  }
  return importLayer(layer);
}

/** A file chosen as a Navigator layer that is not JSON. */
export class NotJson extends Error {
  override readonly name = "NotJson";

  constructor(fileName: string) {
    super(`${fileName} is no layer of the ATT&CK Navigator: it is not JSON.`);
  }
}
