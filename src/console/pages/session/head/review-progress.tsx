import type { Technique } from "../../../api/session.ts";
import styles from "./review-bar.module.css";

/** How far the review of the techniques is; the list says it in numbers. */
export function ReviewProgress({ techniques }: { techniques: readonly Technique[] }) {
  const total = techniques.length;
  if (total === 0) return null;
  const done = techniques.filter((one) => one.review_status !== "suggested").length;
  const share = `${Math.floor((done / total) * 100)} %`;
  return (
    <span className={styles.progress}>
      <progress aria-label="Progress of the review" max={total} value={done} />
      <span>{share}</span>
    </span>
  );
}
