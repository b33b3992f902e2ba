import { memo, type MouseEvent, useRef } from "react";
import type { Scores } from "../overlays/combine-scores.ts";
import type { Column } from "./build-columns.ts";
import { useGridKeys } from "./grid-keys.ts";
import styles from "./matrix-grid.module.css";
import { TacticColumn } from "./tactic-column.tsx";

interface Props {
  columns: readonly Column[];
  scores: Scores;
  areOpen: boolean;
  /** Techniques for which the opposite holds. */
  except: readonly string[];
  chosen: string | null;
  showsIds: boolean;
  onChoose: (attackId: string) => void;
  onFold: (attackId: string) => void;
}

/** The matrix. One handler serves all cells, so that a click draws anew only the columns it concerns. */
export const MatrixGrid = memo(function MatrixGrid(props: Props) {
  const { columns, scores, areOpen, except, chosen, showsIds, onChoose, onFold } = props;
  const ref = useRef<HTMLDivElement>(null);
  const keys = useGridKeys(ref, onFold);
  const onClick = (event: MouseEvent) => {
    if (!(event.target instanceof Element)) return;
    const button = event.target.closest<HTMLElement>("button");
    const { technique, fold } = button?.dataset ?? {};
    if (technique !== undefined) onChoose(technique);
    else if (fold !== undefined) onFold(fold);
  };
  return (
    // Its buttons are what is pressed; here their presses arrive.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events
    <div
      ref={ref}
      className={styles.grid}
      data-view={showsIds ? "ids" : "names"}
      onClick={onClick}
      {...keys}
    >
      {columns.map((column) => (
        <TacticColumn
          key={column.tactic.shortname}
          column={column}
          scores={scores}
          areOpen={areOpen}
          except={except.filter((id) => isIn(column, id)).join(",")}
          chosen={chosen !== null && isIn(column, chosen) ? chosen : null}
        />
      ))}
    </div>
  );
});

function isIn({ rows }: Column, attackId: string): boolean {
  return rows.some(
    ({ technique, subs }) =>
      technique.attack_id === attackId ||
      (attackId.startsWith(technique.attack_id) && subs.some((sub) => sub.attack_id === attackId)),
  );
}
