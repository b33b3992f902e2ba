import { useState } from "react";
import type { Schema } from "../../../api/client.ts";
import type { LayerListItem } from "../../../api/layers.ts";
import { Failure } from "../failure.tsx";
import styles from "../pane/pane.module.css";
import { useLayerChanges } from "./use-layer-changes.ts";

interface Props {
  layer: LayerListItem;
  versions: readonly string[];
  onMigrated: (copy: Schema<"LayerMigration">) => void;
}

/** Copies a layer to another ingested release; nothing where there is no other. */
export function MigrateForm({ layer, versions, onMigrated }: Props) {
  const { layer_id: layerId, name } = layer;
  const others = versions.filter((version) => version !== layer.version);
  const [chosen, setChosen] = useState<string>();
  const { migrate } = useLayerChanges();
  const version = others.find((one) => one === chosen) ?? others[0];
  if (version === undefined) return null;
  return (
    <p className={styles.buttons} role="group" aria-label={`Migrate ${name}, ${layer.version}`}>
      <button
        type="button"
        disabled={migrate.isPending}
        onClick={() => migrate.mutate({ layerId, version }, { onSuccess: onMigrated })}
      >
        Migrate a copy
      </button>
      <label>
        to{" "}
        <select value={version} onChange={({ target }) => setChosen(target.value)}>
          {others.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      </label>
      <Failure error={migrate.error} />
    </p>
  );
}
