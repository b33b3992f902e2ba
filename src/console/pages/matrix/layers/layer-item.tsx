import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { NamedRelease } from "../../../api/attack.ts";
import { type LayerListItem, layerPdf, readLayer } from "../../../api/layers.ts";
import { Failure } from "../failure.tsx";
import styles from "../pane/pane.module.css";
import { MigrationAccount } from "./migration-account.tsx";
import { saveFile } from "./save-file.ts";
import { useLayerChanges } from "./use-layer-changes.ts";

interface Props {
  layer: LayerListItem;
  release: NamedRelease;
  mayChange: boolean;
  isShown: boolean;
  onToggle: () => void;
}

/** A kept layer: laid over the matrix, exported, moved to the release that is shown, deleted. */
export function LayerItem({ layer, release, mayChange, isShown, onToggle }: Props) {
  const { layer_id: layerId, name, version, technique_count, former_techniques } = layer;
  const { migrate, remove } = useLayerChanges();
  const former = former_techniques.length;
  return (
    <li>
      <label className={styles.layerName}>
        <input type="checkbox" checked={isShown} onChange={onToggle} /> {name}
      </label>
      <p className={styles.quiet}>
        {version ?? "no release"} · {technique_count} techniques
        {former === 0 ? null : ` · ${former} revoked or deprecated`}
        {" · "}
        <time dateTime={layer.updated_at}>{new Date(layer.updated_at).toLocaleDateString()}</time>
      </p>
      <p className={styles.buttons} role="group" aria-label={`Layer ${name}`}>
        <a href={`/api/layers/${layerId}/navigator`} download={`${name}.json`}>
          Navigator
        </a>
        <PdfButton layer={layer} />
        {mayChange && version !== release.version && release.version !== "" ? (
          <button
            type="button"
            disabled={migrate.isPending}
            onClick={() => migrate.mutate({ layerId, version: release.version })}
          >
            Migrate to {release.version}
          </button>
        ) : null}
        {mayChange ? (
          <DeleteButton
            isPending={remove.isPending}
            onDelete={() => {
              if (isShown) onToggle();
              remove.mutate(layerId);
            }}
          />
        ) : null}
      </p>
      <Failure error={migrate.error ?? remove.error} />
      {migrate.data === undefined ? null : <MigrationAccount migration={migrate.data} />}
    </li>
  );
}

function PdfButton({ layer }: { layer: LayerListItem }) {
  const save = useMutation({
    mutationFn: async () => {
      const { technique_ids, domain, version } = await readLayer(layer.layer_id);
      const release = version === null ? { domain } : { domain, version };
      saveFile(`${layer.name}.pdf`, await layerPdf({ technique_ids, ...release }));
    },
  });
  return (
    <>
      <button type="button" disabled={save.isPending} onClick={() => save.mutate()}>
        PDF
      </button>
      <Failure error={save.error} />
    </>
  );
}

/** Asks twice in place: what is deleted cannot be brought back. */
function DeleteButton({ isPending, onDelete }: { isPending: boolean; onDelete: () => void }) {
  const [isAsked, setAsked] = useState(false);
  if (!isAsked) {
    return (
      <button type="button" onClick={() => setAsked(true)}>
        Delete
      </button>
    );
  }
  return (
    <>
      <button type="button" className={styles.danger} disabled={isPending} onClick={onDelete}>
        Delete for good
      </button>
      <button type="button" onClick={() => setAsked(false)}>
        Keep
      </button>
    </>
  );
}
