import { memo } from "react";
import { heatOf } from "../heat/heat.ts";
import heat from "../heat/heat.module.css";
import { Unseen } from "../unseen/unseen.tsx";
import styles from "./small-matrix.module.css";

export interface SmallMatrixTechnique {
  attack_id: string;
  name: string;
  /** Short names of its tactics; it is shown in each. */
  tactics: readonly string[];
  /** Between 0 and 1; 1 by default. */
  score?: number;
}

interface Props {
  /** The tactics of the release in its own order, as returned by `tacticsQuery`. */
  tactics: readonly { shortname: string; name: string }[];
  /** The displayed set, such as the techniques of a group's detail. */
  techniques: readonly SmallMatrixTechnique[];
  /** Makes each technique a button. Without it, the picture is not interactive. */
  onChoose?: (attackId: string) => void;
}

/**
 * A compact picture of a set of techniques: a row per tactic with a square per technique and their count.
 *
 * `tactics`: those of the release in its order. `techniques`: `attack_id`, `name`, `tactics` and optionally
 * `score` from 0 to 1 for the color. `onChoose(attackId)`: makes the squares buttons.
 */
export const SmallMatrix = memo(function SmallMatrix({ tactics, techniques, onChoose }: Props) {
  return (
    <ul className={styles.tactics}>
      {tactics.map(({ shortname, name }) => {
        const found = techniques.filter((technique) => technique.tactics.includes(shortname));
        return (
          <li key={shortname} className={styles.tactic} data-empty={found.length === 0}>
            <span>{name}</span>
            <ul className={styles.techniques} aria-label={name}>
              {found.map((technique) => (
                <li key={technique.attack_id}>
                  <Cell technique={technique} onChoose={onChoose} />
                </li>
              ))}
            </ul>
            <span className={styles.count}>
              {found.length}
              <Unseen>{found.length === 1 ? " technique" : " techniques"}</Unseen>
            </span>
          </li>
        );
      })}
    </ul>
  );
});

interface CellProps {
  technique: SmallMatrixTechnique;
  onChoose: Props["onChoose"];
}

function Cell({ technique: { attack_id, name, score = 1 }, onChoose }: CellProps) {
  const label = `${attack_id} ${name}`;
  const shape = { className: `${styles.cell} ${heat.heat}`, "data-heat": heatOf(score) };
  if (onChoose === undefined) {
    return (
      <span {...shape} title={label}>
        <Unseen>{label}</Unseen>
      </span>
    );
  }
  return (
    <button
      {...shape}
      type="button"
      title={label}
      aria-label={label}
      onClick={() => onChoose(attack_id)}
    />
  );
}
