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
import { useLayerChanges } from "./use-layer-changes.ts";
import { ShownSet } from "./shown-set.tsx";

/** A newly created copy, and what was shown before it. */
interface Migrated {
  copy: string;
  version: string | undefined;
  overlays: string | undefined;
}

/** Saves or exports the displayed techniques, and lists the stored layers. */
export function LayersPane(props: PaneProps) {
  const { search, release, onChange } = props;
  const layers = useQuery(layersQuery(release.domain));
  const releases = useQuery(versionsQuery).data ?? [];
  const versions = releases.filter(({ domain }) => domain === release.domain);
  const mayChange = useMayChange();
  const [migrated, setMigrated] = useState<Migrated | null>(null);
  const { remove } = useLayerChanges();
  const shown = new Set(listOf(search.overlays));
  const toggle = (layerId: string) => {
    const ref = writeRef({ kind: "layer", id: layerId });
    onChange({ overlays: toggled(search.overlays, ref) });
  };
  // The copy is shown in its release, in place of its original layer.
  const openCopy = ({ layer_id, copied_from, migrated_to }: Schema<"LayerMigration">) => {
    const { version: fromVersion, overlays: before } = search;
    setMigrated({ copy: layer_id, version: fromVersion, overlays: before });
    const others = [...shown].filter((ref) => ref !== `layer:${copied_from}`);
    const overlays = [...others, writeRef({ kind: "layer", id: layer_id })].join(",");
    onChange({ version: migrated_to, tactic: undefined, overlays });
  };
  const undo = () => {
    if (migrated === null) return;
    const { copy, version, overlays } = migrated;
    onChange({ version, overlays });
    remove.mutate(copy, { onSuccess: () => setMigrated(null) });
  };
  return (
    <>
      <h2 className={styles.name}>Layers and exports</h2>
      <ShownSet {...props} mayChange={mayChange} />
      <section>
        <h3>Layers</h3>
        {remove.isError ? <ErrorPane error={remove.error} /> : null}
        {layers.isError ? <ErrorPane error={layers.error} /> : null}
        {layers.data?.length === 0 ? (
          <p className={styles.quiet}>
            No layer is stored yet. Save what is shown, or import one from the Navigator.
          </p>
        ) : null}
        <ul className={styles.layers}>
          {layers.data?.map((layer) => (
            <LayerItem
              key={layer.layer_id}
              layer={layer}
              versions={versions.map(({ version }) => version)}
              mayChange={mayChange}
              isShown={shown.has(`layer:${layer.layer_id}`)}
              isNew={layer.layer_id === migrated?.copy}
              onToggle={() => toggle(layer.layer_id)}
              onMigrated={openCopy}
              onUndo={undo}
            />
          ))}
        </ul>
      </section>
      {mayChange ? <ImportLayer onImported={toggle} /> : null}
    </>
  );
}
