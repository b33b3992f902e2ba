import type { Span, Technique } from "../../../api/session.ts";
import controls from "../../../parts/controls.module.css";
import { KeyButton } from "../keys/key-button.tsx";
import { trimSpan } from "./trim-span.ts";
import styles from "./selection-bar.module.css";
import type { Selecting } from "./use-selecting.ts";
import type { Evidence } from "./use-evidence.ts";

interface Props {
  text: string;
  span: Span | null;
  technique: Technique | undefined;
  evidence: Evidence;
  /** Whether evidence for the chosen technique is being selected. */
  isAsked: boolean;
  selecting: Selecting;
  onAddTechnique: () => void;
}

/** The actions on a selected passage of the report. */
export function SelectionBar(props: Props) {
  const { text, span, technique, evidence, isAsked, selecting } = props;
  const passage = span === null ? null : trimSpan(text, span);
  const isEmpty = passage === null || passage.start === passage.end;
  if (isEmpty && !isAsked) return null;
  return (
    // A press elsewhere would clear the selection before the button is released.
    <div
      role="group"
      aria-label="Selected passage"
      className={styles.bar}
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
    >
      {isEmpty ? (
        <p className={styles.hint}>
          Select the passage that shows <strong>{technique?.attack_id}</strong>: with the mouse, or
          with <kbd>←</kbd> <kbd>→</kbd> and <kbd>Shift</kbd>.
        </p>
      ) : (
        <>
          <p className={styles.passage}>“{text.slice(passage.start, passage.end)}”</p>
          {technique === undefined ? null : (
            <>
              <KeyButton
                shortcut="v"
                name={labelFor(technique)}
                isPrimary
                onPress={selecting.use}
              />
              <KeyButton
                shortcut="b"
                name="Add passage"
                isDisabled={!evidence.mayAdd(technique)}
                onPress={selecting.add}
              />
            </>
          )}
          <KeyButton shortcut="n" name="Add technique" onPress={props.onAddTechnique} />
        </>
      )}
      {isAsked ? (
        <button type="button" className={controls.button} onClick={selecting.end}>
          Cancel
        </button>
      ) : null}
    </div>
  );
}

function labelFor({ attack_id: id, review_status: status }: Technique): string {
  return status === "needs_evidence"
    ? `Use as evidence of ${id} and accept`
    : `Use as evidence of ${id}`;
}
