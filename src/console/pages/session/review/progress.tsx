import type { Technique } from "../../../api/session.ts";
import { REVIEWS, type Review } from "../../../parts/review-queue/change.ts";
import styles from "./progress.module.css";

const PARTS: readonly Review[] = ["accepted", "rejected", "needs_evidence"];

/** How many techniques have been reviewed, and how. */
export function Progress({ techniques }: { techniques: readonly Technique[] }) {
  const byReview = Map.groupBy(techniques, ({ review_status: status }) => status);
  const countOf = (status: Review) => byReview.get(status)?.length ?? 0;
  const total = techniques.length;
  const reviewed = total - countOf("suggested");
  const said = PARTS.filter((one) => countOf(one) > 0).map(
    (one) => `${countOf(one)} ${REVIEWS[one].toLowerCase()}`,
  );
  return (
    <div className={styles.progress} title={said.join(", ")}>
      <div
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
            data-review={status}
            className={styles.part}
            style={{ width: `${total === 0 ? 0 : (countOf(status) / total) * 100}%` }}
          />
        ))}
      </div>
      <span className={styles.count}>
        {reviewed} of {total} reviewed
      </span>
    </div>
  );
}
