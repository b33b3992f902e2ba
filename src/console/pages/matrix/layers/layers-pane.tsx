import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { versionsQuery } from "../../../api/attack.ts";
import type { Schema } from "../../../api/client.ts";
import { layersQuery } from "../../../api/layers.ts";
import { ErrorPane } from "../../../parts/error-pane/error-pane.tsx";
import { useMayChange } from "../../../parts/use-may-change.ts";
import { writeRef } from "../overlays/overlay-ref.ts";
import type { PaneProps } from "../pane/pane-props.ts";
import styles from "../pane/pane.module.css";
import { listOf, toggled } from "../search.ts";
import { ImportLayer } from "./import-layer.tsx";
import { LayerItem } from "./layer-item.tsx";
import { ShownSet } from "./shown-set.tsx";

/** What is shown, to be saved or exported; and the stored layers. */
export function LayersPane(props: PaneProps) {
  const { search, release, onChange } = props;
  const layers = useQuery(layersQuery(release.domain));
  const releases = useQuery(versionsQuery).data ?? [];
  const versions = releases.filter(({ domain }) => domain === release.domain);
  const mayChange = useMayChange();
  const [migrated, setMigrated] = useState<string>();
  const shown = new Set(listOf(search.overlays));
  const toggle = (layerId: string) => {
    const ref = writeRef({ kind: "layer", id: layerId });
    onChange({ overlays: toggled(search.overlays, ref) });
  };
  // The copy is shown in its release, in place of the layer that it was made from.
  const openCopy = ({ layer_id, copied_from, migrated_to }: Schema<"LayerMigration">) => {
    setMigrated(layer_id);
    const others = [...shown].filter((ref) => ref !== `layer:${copied_from}`);
    const overlays = [...others, writeRef({ kind: "layer", id: layer_id })].join(",");
    onChange({ version: migrated_to, tactic: undefined, overlays });
  };
  return (
    <>
      <h2 className={styles.name}>Layers and exports</h2>
      <ShownSet {...props} mayChange={mayChange} />
      <section>
        <h3>Layers</h3>
        {layers.isError ? <ErrorPane error={layers.error} /> : null}
        {layers.data?.length === 0 ? <p className={styles.quiet}>There is none yet.</p> : null}
        <ul className={styles.layers}>
          {layers.data?.map((layer) => (
            <LayerItem
              key={layer.layer_id}
              layer={layer}
              versions={versions.map(({ version }) => version)}
              mayChange={mayChange}
              isShown={shown.has(`layer:${layer.layer_id}`)}
              isNew={layer.layer_id === migrated}
              onToggle={() => toggle(layer.layer_id)}
              onMigrated={openCopy}
            />
          ))}
        </ul>
      </section>
      {mayChange ? <ImportLayer onImported={toggle} /> : null}
    </>
  );
}
