import controls from "../../../parts/controls.module.css";
import { useMayEdit } from "../use-may-edit.ts";
import type { DetailProps } from "./technique-detail.tsx";
import styles from "./technique-list.module.css";

/** The passages of a technique, one at a time. */
export function Passages({ technique, choice, analysis, evidence, onEdit }: DetailProps) {
  const mayEdit = useMayEdit(analysis);
  const { passages, at } = choice;
  const isPlaced = technique.passages.length > 0 || technique.evidence_start !== null;
  return (
    <>
      <p className={styles.passages}>
        {passages.length > 1 ? (
          <>
            <button type="button" className={controls.button} onClick={() => choice.step(-1)}>
              Previous
            </button>
            <button type="button" className={controls.button} onClick={() => choice.step(1)}>
              Next
            </button>
            <span role="status">
              Passage {at + 1} of {passages.length}
            </span>
          </>
        ) : null}
        {mayEdit ? (
          <button
            type="button"
            className={controls.plain}
            onClick={() => onEdit({ kind: "evidence" })}
          >
            Select evidence
          </button>
        ) : null}
        {mayEdit && at > 0 ? (
          <button
            type="button"
            className={controls.plain}
            onClick={() => {
              choice.step(-1);
              evidence.remove(technique, at);
            }}
          >
            Remove this passage
          </button>
        ) : null}
      </p>
      {at > 0 ? <p className={styles.passage}>{passages[at]?.text}</p> : null}
      {isPlaced ? null : (
        <p className={styles.quiet}>The evidence is not a passage of the report.</p>
      )}
    </>
  );
}
