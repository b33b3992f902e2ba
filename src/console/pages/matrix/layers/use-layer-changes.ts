import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Schema } from "../../../api/client.ts";
import {
  createLayer,
  deleteLayer,
  importLayer,
  type Layer,
  migrateLayer,
  replaceLayer,
} from "../../../api/layers.ts";

/** Changes of layers; after each, lists and overlays that show them are asked for anew. */
export function useLayerChanges() {
  const queries = useQueryClient();
  const onSuccess = async () => {
    await Promise.all(
      [["layers"], ["layer"], ["overlay", "layer"], ["combination"]].map((queryKey) =>
        queries.invalidateQueries({ queryKey }),
      ),
    );
  };
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
    remove: useMutation({ mutationFn: deleteLayer, onSuccess }),
    setTechniques: useMutation({
      mutationFn: ({ layer, ids }: { layer: Layer; ids: string[] }) =>
        replaceLayer(layer.layer_id, { ...inputOf(layer), technique_ids: ids }),
      onSuccess,
    }),
  };
}

/** What stays of a layer when its techniques are replaced. */
function inputOf({ name, description, domain, version }: Layer) {
  return { name, description, domain, ...(version === null ? {} : { version }) };
}

/** @throws Error when the file is no JSON at all; the service tells what else is wrong with it */
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

/** A file that was chosen as a layer of the Navigator and is none. */
export class NotJson extends Error {
  override readonly name = "NotJson";

  constructor(fileName: string) {
    super(`${fileName} is no layer of the ATT&CK Navigator: it is not JSON.`);
  }
}
