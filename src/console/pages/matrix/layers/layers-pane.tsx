import { useQuery } from "@tanstack/react-query";
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

/** What is shown, to be kept or taken along; and the layers that were kept. */
export function LayersPane(props: PaneProps) {
  const { search, release, onChange } = props;
  const layers = useQuery(layersQuery(release.domain));
  const mayChange = useMayChange();
  const shown = new Set(listOf(search.overlays));
  const toggle = (layerId: string) => {
    const ref = writeRef({ kind: "layer", id: layerId });
    onChange({ overlays: toggled(search.overlays, ref) });
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
              release={release}
              mayChange={mayChange}
              isShown={shown.has(`layer:${layer.layer_id}`)}
              onToggle={() => toggle(layer.layer_id)}
            />
          ))}
        </ul>
      </section>
      {mayChange ? <ImportLayer onImported={toggle} /> : null}
    </>
  );
}
