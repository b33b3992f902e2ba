import { memo, type MouseEvent, useEffect, useRef } from "react";
import type { Scores } from "../overlays/combine-scores.ts";
import type { Layout } from "../search.ts";
import type { Select } from "../selection/use-selection.ts";
import type { Column } from "./build-columns.ts";
import { useGridKeys } from "./grid-keys.ts";
import styles from "./matrix-grid.module.css";
import { PointedName } from "./pointed-name.tsx";
import { TacticColumn } from "./tactic-column.tsx";

interface Props {
  columns: readonly Column[];
  scores: Scores;
  areOpen: boolean;
  /** Techniques with the opposite folding. */
  except: readonly string[];
  chosen: string | null;
  layout: Layout;
  /** Techniques that are selected together. */
  selected: ReadonlySet<string>;
  onSelect: (select: Select) => void;
  onChoose: (attackId: string) => void;
  /** Called when the chosen technique is chosen again. */
  onEnter: () => void;
  onFold: (attackId: string) => void;
}

/** The matrix. One handler serves all cells, so that a click rerenders only the affected columns. */
export const MatrixGrid = memo(function MatrixGrid(props: Props) {
  const { columns, scores, areOpen, except, chosen, layout, selected } = props;
  const { onChoose, onEnter, onFold, onSelect } = props;
  const ref = useRef<HTMLDivElement>(null);
  const keys = useGridKeys(ref, { onFold, onSelect });
  useEffect(() => {
    if (ref.current !== null) showChosen(ref.current);
  }, [chosen]);
  const onClick = (event: MouseEvent) => {
    if (!(event.target instanceof Element)) return;
    const button = event.target.closest<HTMLElement>("button");
    const { technique, fold } = button?.dataset ?? {};
    if (technique !== undefined && (event.ctrlKey || event.metaKey)) {
      onSelect({ kind: "toggle", id: technique });
    } else if (technique !== undefined && event.shiftKey) {
      onSelect({ kind: "range", id: technique, order: orderOf(ref.current) });
    } else if (technique === chosen && chosen !== null) onEnter();
    else if (technique !== undefined) onChoose(technique);
    else if (fold !== undefined) onFold(fold);
  };
  return (
    <>
      <div ref={ref} className={styles.grid} data-view={layout} onClick={onClick} {...keys}>
        {columns.map((column) => (
          <TacticColumn
            key={column.tactic.shortname}
            column={column}
            scores={scores}
            areOpen={areOpen}
            layout={layout}
            selected={[...selected].filter((id) => isIn(column, id)).join(",")}
            except={except.filter((id) => isIn(column, id)).join(",")}
            chosen={chosen !== null && isIn(column, chosen) ? chosen : null}
          />
        ))}
      </div>
      {layout === "mini" ? <PointedName grid={ref} /> : null}
    </>
  );
});

/** Returns the techniques in display order, tactic by tactic. */
function orderOf(grid: HTMLElement | null): string[] {
  const cells = [...(grid?.querySelectorAll<HTMLElement>("[data-technique]") ?? [])];
  return cells.map(({ dataset }) => dataset["technique"] ?? "");
}

/** Scrolls to the chosen technique, unless it is visible in one of its tactics. */
function showChosen(grid: HTMLElement): void {
  const view = grid.getBoundingClientRect();
  const cells = [...grid.querySelectorAll('[aria-current="true"]')];
  const isSeen = cells.some((cell) => {
    const { left, right, top, bottom } = cell.getBoundingClientRect();
    return right > view.left && left < view.right && bottom > view.top && top < view.bottom;
  });
  if (!isSeen) cells[0]?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

function isIn({ rows }: Column, attackId: string): boolean {
  return rows.some(
    ({ technique, subs }) =>
      technique.attack_id === attackId ||
      (attackId.startsWith(technique.attack_id) && subs.some((sub) => sub.attack_id === attackId)),
  );
}
