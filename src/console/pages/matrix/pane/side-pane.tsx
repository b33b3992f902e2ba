import { useEffect, useMemo, useRef } from "react";
import { useKeys } from "../../../parts/use-keys.ts";
import { LayersPane } from "../layers/layers-pane.tsx";
import styles from "./pane.module.css";
import type { PaneProps } from "./pane-props.ts";
import { TechniquePane } from "./technique-pane.tsx";

const PANE_ID = "matrix-pane";

/** Moves the focus from the matrix into the pane. */
export function enterPane(): void {
  document.getElementById(PANE_ID)?.focus();
}

/** The side pane: the chosen technique, or the layers. */
export function SidePane(props: PaneProps) {
  const { search, onChange } = props;
  const { technique, layers = false } = search;
  const keys = useMemo(() => {
    const close = () => {
      onChange({ layers: undefined, technique: undefined });
      if (technique !== undefined) focusCell(technique);
    };
    return { Escape: close };
  }, [onChange, technique]);
  useKeys(keys);
  const ref = useRef<HTMLElement>(null);
  useEffect(() => {
    if (ref.current !== null) ref.current.scrollTop = 0;
  }, [technique, layers]);
  return (
    <aside
      ref={ref}
      id={PANE_ID}
      tabIndex={-1}
      className={styles.pane}
      aria-label={layers ? "Layers and exports" : "Technique"}
    >
      <button type="button" className={styles.close} aria-label="Close" onClick={keys.Escape}>
        ×
      </button>
      {layers ? <LayersPane {...props} /> : null}
      {layers || technique === undefined ? null : <TechniquePane {...props} attackId={technique} />}
    </aside>
  );
}

/** Returns the focus to the cell that opened the pane, because a technique may appear in several tactics. */
function focusCell(technique: string): void {
  // The address may contain anything.
  const cells = `[data-technique="${CSS.escape(technique)}"]`;
  const last = document.querySelector<HTMLElement>(`${cells}[tabindex="0"]`);
  (last ?? document.querySelector<HTMLElement>(cells))?.focus();
}
