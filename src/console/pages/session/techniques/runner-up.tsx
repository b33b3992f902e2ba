import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { techniquesQuery } from "../../../api/attack.ts";
import type { Schema } from "../../../api/client.ts";
import type { Technique } from "../../../api/session.ts";
import controls from "../../../parts/controls.module.css";
import type { Change } from "../../../parts/review-queue/change.ts";
import { useMayChange } from "../../../parts/use-may-change.ts";
import { replaceBy } from "./replace-by.ts";
import type { DetailProps } from "./technique-detail.tsx";
import styles from "./technique-list.module.css";

type Props = DetailProps & { runner: { attack_id: string; probability: number } };

/** Another technique that the evidence may show. It can replace the chosen one or be added. */
export function RunnerUp({ runner, technique, analysis, review, verdicts }: Props) {
  const { attack_id: id, probability } = runner;
  const [isOpen, setIsOpen] = useState(false);
  const mayEdit = useMayChange();
  const known = useQuery(techniquesQuery(analysis)).data;
  const other = known?.find(({ attack_id: one }) => one === id);
  const isThere = analysis.techniques.some(({ attack_id: one }) => one === id);
  const words = (
    <>
      {id} {other?.name} <span className={styles.count}>{Math.round(probability * 100)} %</span>
    </>
  );
  if (isThere) {
    return (
      <button
        type="button"
        className={styles.chip}
        title="In this report"
        onClick={() => verdicts.goTo(id)}
      >
        {words} ✓
      </button>
    );
  }
  if (!mayEdit || other === undefined) return <span className={styles.word}>{words}</span>;
  return (
    <span className={styles.words}>
      <button
        type="button"
        className={styles.chip}
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        {words}
      </button>
      {isOpen ? <Choices {...{ technique, review, verdicts, other }} /> : null}
    </span>
  );
}

type ChoicesProps = Pick<Props, "technique" | "review" | "verdicts"> & {
  other: Schema<"TechniqueListItem">;
};

function Choices({ technique, review, verdicts, other }: ChoicesProps) {
  const { attack_id: id } = other;
  return (
    <>
      <button
        type="button"
        className={controls.button}
        onClick={() => {
          replaceBy(review, technique, other);
          verdicts.goTo(id);
        }}
      >
        Replace {technique.attack_id}
      </button>
      <button
        type="button"
        className={controls.button}
        onClick={() => {
          review.submit(additionOf(technique, other));
          verdicts.goTo(id);
        }}
      >
        Add as well
      </button>
    </>
  );
}

/** Returns the addition of another technique with the same evidence. */
function additionOf(technique: Technique, other: Schema<"TechniqueListItem">): Change {
  const { evidence, evidence_start: start, evidence_end: end } = technique;
  const place = start === null || end === null ? {} : { evidence_start: start, evidence_end: end };
  const { attack_id, name, tactics } = other;
  const body = { attack_id, evidence, ...place };
  return { kind: "add", body, name, tactic: tactics[0] ?? "" };
}
