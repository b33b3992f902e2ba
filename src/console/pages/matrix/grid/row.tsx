import { memo } from "react";
import heat from "../../../parts/heat/heat.module.css";
import type { Scores } from "../overlays/combine-scores.ts";
import type { Layout } from "../search.ts";
import type { Row } from "./build-columns.ts";
import { Cell } from "./cell.tsx";
import styles from "./cell.module.css";
import { subScores } from "./sub-scores.ts";

interface Props {
  row: Row;
  scores: Scores;
  isOpen: boolean;
  layout: Layout;
  /** The chosen technique, if it is in this row. */
  chosen: string | null;
  /** The selected techniques of the row, comma-separated. */
  selected: string;
}

/** A technique with its foldable sub-techniques. */
export const TechniqueRow = memo(function TechniqueRow(props: Props) {
  const { row, scores, isOpen, layout, chosen } = props;
  const selected = new Set(props.selected.split(","));
  const { technique, subs, isPassedBy } = row;
  const cellOf = ({ attack_id, name }: Row["technique"], above: string) => {
    const score = scores.get(attack_id);
    return (
      <Cell
        id={attack_id}
        name={name}
        label={{ names: name, compact: attack_id.slice(above.length), mini: "" }[layout]}
        heat={score?.heat ?? 0}
        score={score?.text ?? ""}
        isChosen={attack_id === chosen}
        isSelected={selected.has(attack_id)}
        isFaint={isPassedBy && attack_id === technique.attack_id}
      />
    );
  };
  return (
    <li>
      <div className={styles.row}>
        {cellOf(technique, "")}
        {subs.length === 0 ? null : (
          <Fold row={row} scores={scores} isOpen={isOpen} chosen={chosen} />
        )}
      </div>
      {subs.length === 0 || !isOpen ? null : (
        <ul className={styles.subs} aria-label={`Sub-techniques of ${technique.name}`}>
          {subs.map((sub) => (
            <li key={sub.attack_id}>{cellOf(sub, technique.attack_id)}</li>
          ))}
        </ul>
      )}
    </li>
  );
});

/** Shows the number of sub-techniques and, if folded, the strongest of their colors. */
function Fold({
  row: { technique, subs },
  scores,
  isOpen,
  chosen,
}: Omit<Props, "layout" | "selected">) {
  const { count, heat: hottest } = subScores(subs, scores);
  return (
    <button
      type="button"
      tabIndex={-1}
      className={`${styles.fold} ${heat.heat}`}
      data-fold={technique.attack_id}
      data-heat={isOpen ? 0 : hottest}
      aria-expanded={isOpen}
      // The chosen technique may be folded away.
      aria-current={!isOpen && chosen !== null && chosen !== technique.attack_id}
      aria-label={`Sub-techniques of ${technique.name}, ${count}`}
      title="Sub-techniques"
    >
      <span aria-hidden>{count}</span>
    </button>
  );
}
