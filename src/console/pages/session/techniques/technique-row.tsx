import { memo } from "react";
import type { Technique } from "../../../api/session.ts";
import { ConfidenceBar } from "../../../parts/confidence-bar/confidence-bar.tsx";
import { quoted } from "../../../parts/quoted.ts";
import { REVIEWS } from "../../../parts/review-queue/change.ts";
import { surenessOf } from "../../../parts/sureness.ts";
import type { Chosen } from "../../../parts/use-chosen.ts";
import { StandingBadge } from "../judgement/standing-badge.tsx";
import { TeamMarks } from "../team/team-marks.tsx";
import { rowId } from "./ids.ts";
import styles from "./technique-list.module.css";

interface Props {
  technique: Technique;
  isChosen: boolean;
  isUnsent: boolean;
  isMarked: boolean;
  /** How many techniques have its sentence as evidence. */
  shared: number;
  onChoose: (attackId: string) => void;
  /** Null if the user may not select rows. */
  onMark: Chosen["choose"] | null;
}

/** One technique: its name, confidence, passage, and review. */
export const TechniqueRow = memo(
  function TechniqueRow(props: Props) {
    const { technique, isChosen, isUnsent, isMarked, shared, onChoose, onMark } = props;
    const { attack_id, name, evidence, warnings, review_status, note, judgement } = technique;
    return (
      <div className={styles.line} data-marked={isMarked}>
        {onMark === null ? null : (
          <input
            type="checkbox"
            className={styles.box}
            aria-label={`Select ${attack_id} ${name}`}
            checked={isMarked}
            onChange={({ target, nativeEvent }) => {
              const isRange = nativeEvent instanceof MouseEvent && nativeEvent.shiftKey;
              onMark(attack_id, target.checked, isRange);
            }}
          />
        )}
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
            <span className={styles.confidence}>
              {technique.origin === "analysis" ? (
                <ConfidenceBar value={technique.confidence} />
              ) : (
                surenessOf(technique)
              )}
            </span>
          </span>
          <span className={isChosen ? styles.whole : styles.evidence}>{quoted(evidence)}</span>
          {shared > 1 ? (
            <span className={styles.shared}>Same sentence as {countOthers(shared - 1)}</span>
          ) : null}
          <TeamMarks technique={technique} />
          {note === "" ? null : <span className={styles.note}>Note: {note}</span>}
        </button>
      </div>
    );
  },
  (before, after) =>
    before.technique === after.technique &&
    before.isChosen === after.isChosen &&
    before.isUnsent === after.isUnsent &&
    before.isMarked === after.isMarked &&
    before.shared === after.shared &&
    before.onMark === after.onMark,
);

function countOthers(count: number): string {
  return count === 1 ? "1 other technique" : `${count} other techniques`;
}
