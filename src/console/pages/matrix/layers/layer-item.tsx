import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { Schema } from "../../../api/client.ts";
import { type LayerListItem, layerPdf, readLayer } from "../../../api/layers.ts";
import controls from "../../../parts/controls.module.css";
import { counted } from "../../../parts/counted.ts";
import { formatDay } from "../../../parts/when.ts";
import { Failure } from "../failure.tsx";
import styles from "../pane/pane.module.css";
import { MigrateForm } from "./migrate-form.tsx";
import { MigrationAccount } from "./migration-account.tsx";
import { saveFile } from "./save-file.ts";
import { useLayerChanges } from "./use-layer-changes.ts";

interface Props {
  layer: LayerListItem;
  /** The ingested releases of its domain. */
  versions: readonly string[];
  mayChange: boolean;
  isShown: boolean;
  /** Whether a migration has just created it, so that its summary is expanded. */
  isNew: boolean;
  onToggle: () => void;
  onMigrated: (copy: Schema<"LayerMigration">) => void;
  /** Deletes the copy that a migration has just created. */
  onUndo: () => void;
}

/** A stored layer: show on the matrix, export, migrate to another release, delete. */
export function LayerItem(props: Props) {
  const { layer, versions, mayChange, isShown, isNew, onToggle, onMigrated, onUndo } = props;
  const { layer_id: layerId, name, version, technique_count, former_techniques } = layer;
  const { remove } = useLayerChanges();
  const former = former_techniques.length;
  return (
    <li>
      <label className={styles.layerName}>
        <input type="checkbox" checked={isShown} onChange={onToggle} />
        <span>
          {name} <span className={styles.quiet}>{version ?? "no release"}</span>
        </span>
      </label>
      <p className={styles.quiet}>
        {counted(technique_count, "technique")}
        {former === 0 ? null : ` · ${former} revoked or deprecated`}
        {" · "}
        <time dateTime={layer.updated_at}>{formatDay(layer.updated_at)}</time>
      </p>
      <p className={styles.buttons} role="group" aria-label={`Layer ${name}, ${version}`}>
        <a
          className={controls.button}
          href={`/api/layers/${layerId}/navigator`}
          download={`${name}.json`}
        >
          Navigator
        </a>
        <PdfButton layer={layer} />
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
      <Failure error={remove.error} />
      {mayChange ? <MigrateForm layer={layer} versions={versions} onMigrated={onMigrated} /> : null}
      {layer.migrated_at === null ? null : (
        <MigrationAccount
          key={String(isNew)}
          layerId={layerId}
          isOpenAtFirst={isNew}
          onUndo={isNew && mayChange ? onUndo : null}
        />
      )}
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

/** Asks for confirmation in place, because a deletion cannot be undone. */
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
