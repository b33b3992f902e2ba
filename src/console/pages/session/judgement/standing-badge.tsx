import styles from "./standing-badge.module.css";
import { type Standing, STANDINGS } from "./standing.ts";

/** Which analyzers name a judged technique. */
export function StandingBadge({ standing }: { standing: Standing }) {
  return (
    <span className={styles.badge} data-standing={standing}>
      {STANDINGS[standing]}
    </span>
  );
}
