import controls from "../../../parts/controls.module.css";
import { useMayChange } from "../../../parts/use-may-change.ts";
import { pageOf } from "../report/places.ts";
import type { DetailProps } from "./technique-detail.tsx";
import styles from "./technique-list.module.css";

/** The passages of a technique, one at a time. */
export function Passages({ technique, choice, pages, evidence, onEdit }: DetailProps) {
  const mayEdit = useMayChange();
  const { passages, at } = choice;
  const where = placeOf({ at, count: passages.length, page: pageAt(pages, passages[at]) });
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
          </>
        ) : null}
        {where === "" ? null : <span role="status">{where}</span>}
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

function pageAt(pages: DetailProps["pages"], passage: { start: number } | undefined) {
  return passage === undefined ? null : pageOf(pages, passage.start);
}

/** Returns which passage is shown and on which page it is printed: "Passage 1 of 3, page 5". */
function placeOf({ at, count, page }: { at: number; count: number; page: number | null }): string {
  const passage = count > 1 ? `Passage ${at + 1} of ${count}` : "";
  if (page === null) return passage;
  return passage === "" ? `Page ${page}` : `${passage}, page ${page}`;
}
