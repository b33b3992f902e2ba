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

/** Copies a layer to another ingested release; nothing if there is no other. */
export function MigrateForm({ layer, versions, onMigrated }: Props) {
  const { layer_id: layerId, name } = layer;
  const others = versions.filter((version) => version !== layer.version);
  const [chosen, setChosen] = useState<string>();
  const [isAsked, setAsked] = useState(false);
  const { migrate } = useLayerChanges();
  const version = others.find((one) => one === chosen) ?? others[0];
  if (version === undefined) return null;
  const confirm = () =>
    migrate.mutate(
      { layerId, version },
      {
        onSuccess: (copy) => {
          setAsked(false);
          onMigrated(copy);
        },
      },
    );
  return (
    <div className={styles.buttons} role="group" aria-label={`Migrate ${name}, ${layer.version}`}>
      <button type="button" aria-expanded={isAsked} onClick={() => setAsked(!isAsked)}>
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
      {isAsked ? (
        <p className={styles.question}>
          Make a copy of this layer for {version}? The original stays as it is, and the copy lists
          what became of each technique.{" "}
          <button type="button" disabled={migrate.isPending} onClick={confirm}>
            Make the copy
          </button>{" "}
          <button type="button" onClick={() => setAsked(false)}>
            Cancel
          </button>
        </p>
      ) : null}
      <Failure error={migrate.error} />
    </div>
  );
}
