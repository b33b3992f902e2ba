import type { Technique } from "../../../api/session.ts";
import { REVIEWS, type Review } from "../../../parts/review-queue/change.ts";
import styles from "./review-progress.module.css";

const PARTS: readonly Review[] = ["accepted", "rejected", "needs_evidence"];

interface Props {
  techniques: readonly Technique[];
  /** The last action. */
  said: string;
}

/** The number of reviewed techniques by verdict. */
export function ReviewProgress({ techniques, said }: Props) {
  const byReview = Map.groupBy(techniques, ({ review_status: status }) => status);
  const countOf = (status: Review) => byReview.get(status)?.length ?? 0;
  const total = techniques.length;
  if (total === 0) return null;
  const reviewed = total - countOf("suggested");
  const parts = PARTS.filter((one) => countOf(one) > 0).map(
    (one) => `${countOf(one)} ${REVIEWS[one].toLowerCase()}`,
  );
  return (
    <span className={styles.progress} title={parts.join(", ")}>
      <span
        role="progressbar"
        aria-label="Reviewed techniques"
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={reviewed}
        className={styles.track}
      >
        {PARTS.map((status) => (
          <span
            key={status}
            data-part={status}
            className={styles.part}
            style={{ width: `${(countOf(status) / total) * 100}%` }}
          />
        ))}
      </span>
      <span className={styles.count}>
        {reviewed} of {total} reviewed
      </span>
      <span role="status" className={styles.said}>
        {said}
      </span>
    </span>
  );
}
