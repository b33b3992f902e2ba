import type { Technique } from "../../../api/session.ts";
import styles from "./review-bar.module.css";

/** How many of the techniques somebody decided on, as a bar and in words. */
export function ReviewProgress({ techniques }: { techniques: readonly Technique[] }) {
  const total = techniques.length;
  if (total === 0) return null;
  const done = techniques.filter((one) => one.review_status !== "suggested").length;
  return (
    <span className={styles.progress}>
      <progress aria-label="Reviewed techniques" max={total} value={done} />
      <span>
        {done} of {total} reviewed
      </span>
    </span>
  );
}
