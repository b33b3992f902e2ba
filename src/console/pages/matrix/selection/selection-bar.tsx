import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { NamedRelease } from "../../../api/attack.ts";
import { layersQuery } from "../../../api/layers.ts";
import { CopyButton } from "../../../parts/copy-button.tsx";
import { useKeys } from "../../../parts/use-keys.ts";
import { useMayChange } from "../../../parts/use-may-change.ts";
import { EditLayer } from "./edit-layer.tsx";
import styles from "./selection.module.css";

interface Props {
  ids: ReadonlySet<string>;
  release: NamedRelease;
  /** The displayed layers, which are offered first. */
  shown: readonly string[];
  onClear: () => void;
}

/** The actions on the selected techniques. */
export function SelectionBar({ ids, release, shown, onClear }: Props) {
  const mayChange = useMayChange();
  const keys = useMemo(() => ({ Escape: onClear }), [onClear]);
  useKeys(keys);
  const all = [...ids].sort((a, b) => a.localeCompare(b, "en"));
  return (
    <section aria-label="Selection" className={styles.bar}>
      <strong role="status">
        {all.length} {all.length === 1 ? "technique" : "techniques"} selected
      </strong>
      <CopyButton text={all.join(", ")} name="Copy IDs" label="Copy IDs of the selection" />
      {mayChange ? <ToLayer ids={all} release={release} shown={shown} /> : null}
      <button type="button" onClick={onClear}>
        Clear
      </button>
    </section>
  );
}

interface LayerProps extends Pick<Props, "release" | "shown"> {
  ids: readonly string[];
}

/** The target layer of the selection. */
function ToLayer({ ids, release, shown }: LayerProps) {
  const layers = useQuery(layersQuery(release.domain)).data ?? [];
  const [chosen, setChosen] = useState("");
  const known = [...layers].sort(
    (a, b) => Number(shown.includes(b.layer_id)) - Number(shown.includes(a.layer_id)),
  );
  const layer = known.find((one) => one.layer_id === chosen) ?? known[0];
  if (layer === undefined) {
    return <span className={styles.quiet}>Save a layer first to add techniques to it.</span>;
  }
  return (
    <>
      <label>
        Layer{" "}
        <select value={layer.layer_id} onChange={({ target }) => setChosen(target.value)}>
          {known.map(({ layer_id: id, name, version }) => (
            <option key={id} value={id}>
              {name} ({version ?? "no release"})
            </option>
          ))}
        </select>
      </label>
      <EditLayer key={layer.layer_id} layerId={layer.layer_id} ids={ids} />
    </>
  );
}
