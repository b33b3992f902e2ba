import { useHandedFiles } from "../../../parts/handed-file.ts";
import { releaseName } from "../../../parts/release-name.ts";
import { Failure } from "../failure.tsx";
import styles from "../pane/pane.module.css";
import { useLayerChanges } from "./use-layer-changes.ts";

const KINDS = ["navigator"];

/** Imports an ATT&CK Navigator layer and reports what was not imported. */
export function ImportLayer({ onImported }: { onImported: (layerId: string) => void }) {
  const { bring } = useLayerChanges();
  const layer = bring.data;
  const take = (file: File | undefined) => {
    if (file === undefined) return;
    bring.mutate(file, { onSuccess: ({ layer_id }) => onImported(layer_id) });
  };
  useHandedFiles(KINDS, ([file]) => take(file));
  return (
    <section>
      <h3>Import from Navigator</h3>
      <input
        type="file"
        accept=".json,application/json"
        aria-label="Layer of the ATT&CK Navigator"
        disabled={bring.isPending}
        onChange={({ target }) => {
          take(target.files?.[0]);
          // The same file may be chosen again after it was fixed.
          target.value = "";
        }}
      />
      <Failure error={bring.error} />
      {layer === undefined ? null : (
        <div role="status">
          <p>
            {layer.name} is stored for {releaseName(layer)}, with {layer.technique_count}{" "}
            techniques.
          </p>
          <ul className={styles.account}>
            {layer.left_out.map(({ attack_id, tactic, reason }) => (
              <li key={`${attack_id} ${tactic}`}>
                Skipped: {attack_id} ({reason.replaceAll("_", " ")})
              </li>
            ))}
            {layer.not_kept.map(({ property, count, reason }) => (
              <li key={property}>
                Not stored: {property} ({count}). {reason}
              </li>
            ))}
            {layer.warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}
