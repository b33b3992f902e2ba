import { useEffect, useRef } from "react";
import type { Technique } from "./by-tactic.ts";
import styles from "./technique-list.module.css";

const REVIEWS: Record<Technique["review_status"], string> = {
  suggested: "Not reviewed",
  accepted: "Accepted",
  rejected: "Rejected",
  needs_evidence: "Needs evidence",
};

interface Props {
  technique: Technique;
  isChosen: boolean;
  onChoose: (attackId: string) => void;
}

/** One technique: what it is, how sure, on what passage, and what a person said of it. */
export function TechniqueRow({ technique, isChosen, onChoose }: Props) {
  const ref = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isChosen) ref.current?.scrollIntoView({ block: "nearest" });
  }, [isChosen]);
  const { attack_id, name, confidence, evidence, warnings, review_status, note } = technique;
  return (
    <li>
      <button
        ref={ref}
        type="button"
        className={styles.row}
        aria-current={isChosen}
        data-review={review_status}
        onClick={() => onChoose(attack_id)}
      >
        <span className={styles.head}>
          <span className={styles.id}>{attack_id}</span>
          <span className={styles.name}>{name}</span>
          <span className={styles.confidence}>{Math.round(confidence * 100)} %</span>
          <span className={styles.review}>{REVIEWS[review_status]}</span>
        </span>
        <span className={styles.evidence}>{evidence}</span>
        {warnings.map((warning) => (
          <span key={warning} className={styles.warning}>
            {warning}
          </span>
        ))}
        {note === "" ? null : <span className={styles.note}>Note: {note}</span>}
      </button>
    </li>
  );
}
