import { REVIEW_STATES, type ReviewState } from "./review-state.ts";
import styles from "./state-badge.module.css";

/** The review state of a report. */
export function StateBadge({ state }: { state: ReviewState }) {
  return (
    <span className={styles.badge} data-state={state}>
      {REVIEW_STATES[state]}
    </span>
  );
}
