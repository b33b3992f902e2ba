import heat from "../../../parts/heat/heat.module.css";
import { legendOf } from "./combine-scores.ts";
import type { Combination } from "../search.ts";
import styles from "./overlays.module.css";

/** The meanings of the colors. */
export function Legend({ combination, overlays }: { combination: Combination; overlays: number }) {
  return (
    <ul className={styles.legend} aria-label="Legend">
      {legendOf(combination, overlays).map((entry) => (
        <li key={entry.heat} className={`${styles.step} ${heat.heat}`} data-heat={entry.heat}>
          {entry.text}
        </li>
      ))}
    </ul>
  );
}
