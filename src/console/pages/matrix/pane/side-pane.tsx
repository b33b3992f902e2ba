import type { Release } from "../../../api/matrix.ts";
import type { Column } from "../grid/build-columns.ts";
import type { Scores } from "../overlays/combine-scores.ts";
import type { OverlayState } from "../overlays/use-overlays.ts";
import type { Combination, MatrixChange, MatrixSearch } from "../search.ts";
import styles from "./pane.module.css";
import { TechniquePane } from "./technique-pane.tsx";

export interface PaneProps {
  search: MatrixSearch;
  release: Release;
  states: readonly OverlayState[];
  scores: Scores;
  columns: readonly Column[];
  combination: Combination;
  onChange: (change: MatrixChange) => void;
}

/** Beside the matrix: the chosen technique, or the layers. */
export function SidePane(props: PaneProps) {
  const { search, onChange } = props;
  const isOfLayers = search.layers === true;
  const close = () => {
    onChange({ layers: undefined, technique: undefined });
    const cell = document.querySelector<HTMLElement>(`[data-technique="${search.technique}"]`);
    cell?.focus();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <aside
      className={styles.pane}
      aria-label={isOfLayers ? "Layers and exports" : "Technique"}
      onKeyDown={({ key }) => {
        if (key === "Escape") close();
      }}
    >
      <button type="button" className={styles.close} aria-label="Close" onClick={close}>
        ×
      </button>
      {isOfLayers || search.technique === undefined ? null : (
        <TechniquePane {...props} attackId={search.technique} />
      )}
    </aside>
  );
}
