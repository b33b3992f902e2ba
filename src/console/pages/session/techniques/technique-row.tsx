import { memo } from "react";
import type { Technique } from "../../../api/session.ts";
import { REVIEWS } from "../../../parts/review-queue/change.ts";
import { surenessOf } from "../../../parts/sureness.ts";
import { StandingBadge } from "../judgement/standing-badge.tsx";
import { TeamMarks } from "../team/team-marks.tsx";
import { rowId } from "./ids.ts";
import styles from "./technique-list.module.css";

interface Props {
  technique: Technique;
  isChosen: boolean;
  isUnsent: boolean;
  onChoose: (attackId: string) => void;
}

/** One technique: what it is, how sure, on what passage, and what a person said of it. */
export const TechniqueRow = memo(
  function TechniqueRow({ technique, isChosen, isUnsent, onChoose }: Props) {
    const { attack_id, name, evidence, warnings, review_status, note, judgement } = technique;
    return (
      <button
        id={rowId(attack_id)}
        type="button"
        className={styles.row}
        aria-current={isChosen}
        aria-expanded={isChosen}
        data-review={review_status}
        onClick={() => onChoose(attack_id)}
      >
        <span className={styles.head}>
          <span className={styles.id}>{attack_id}</span>
          <span className={styles.name}>{name}</span>
          {warnings.length === 0 ? null : <span className={styles.warning}>Warning</span>}
          {review_status === "suggested" && !isUnsent ? null : (
            <span className={styles.review}>
              {REVIEWS[review_status]}
              {isUnsent ? ", not sent yet" : ""}
            </span>
          )}
          {judgement === null ? null : <StandingBadge standing={judgement.standing} />}
          <span className={styles.confidence}>{surenessOf(technique)}</span>
        </span>
        <span className={isChosen ? styles.whole : styles.evidence}>{evidence}</span>
        <TeamMarks technique={technique} />
        {note === "" ? null : <span className={styles.note}>Note: {note}</span>}
      </button>
    );
  },
  (before, after) =>
    before.technique === after.technique &&
    before.isChosen === after.isChosen &&
    before.isUnsent === after.isUnsent,
);
