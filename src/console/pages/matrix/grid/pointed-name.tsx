import { type RefObject, useEffect, useState } from "react";
import styles from "./matrix-grid.module.css";

/** The name of the hovered or focused square, if squares have no labels. */
export function PointedName({ grid }: { grid: RefObject<HTMLElement | null> }) {
  const [name, setName] = useState("");
  useEffect(() => {
    const matrix = grid.current;
    const show = ({ target }: Event) => {
      const cell =
        target instanceof Element ? target.closest<HTMLElement>("[data-technique]") : null;
      if (cell !== null) setName(cell.title);
    };
    matrix?.addEventListener("pointerover", show);
    matrix?.addEventListener("focusin", show);
    return () => {
      matrix?.removeEventListener("pointerover", show);
      matrix?.removeEventListener("focusin", show);
    };
  }, [grid]);
  return (
    <p className={styles.pointed} aria-hidden="true">
      {name === ""
        ? "Point at a square, or move to it with the arrow keys, to read its name."
        : name}
    </p>
  );
}
