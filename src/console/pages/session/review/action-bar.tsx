import controls from "../../../parts/controls.module.css";
import type { Review } from "../../../parts/review-queue/change.ts";
import { KeyButton } from "../keys/key-button.tsx";
import type { FindingsProps } from "../tabs/findings.tsx";
import styles from "./action-bar.module.css";

const VERDICTS: readonly { status: Review; name: string; shortcut: string }[] = [
  { status: "accepted", name: "Accept", shortcut: "a" },
  { status: "rejected", name: "Reject", shortcut: "r" },
  { status: "needs_evidence", name: "Needs evidence", shortcut: "e" },
];

/** The actions on the chosen technique, or on all selected ones; always visible. */
export function ActionBar(props: FindingsProps) {
  const { marks, choice, verdicts, onEdit } = props;
  const isMarked = marks.ids.length > 0;
  const { technique } = choice;
  return (
    <div role="group" aria-label="Review" className={styles.bar}>
      {isMarked ? <strong>{marks.ids.length} selected</strong> : null}
      {VERDICTS.map(({ status, name, shortcut }) => {
        const isOn = !isMarked && technique?.review_status === status;
        return (
          <KeyButton
            key={status}
            shortcut={shortcut}
            name={name}
            {...(!isMarked && { isPressed: isOn })}
            isDisabled={!isMarked && technique === undefined}
            // A second press reverts it.
            onPress={() => verdicts.give(isOn ? "suggested" : status)}
          />
        );
      })}
      {isMarked ? (
        <>
          <button
            type="button"
            className={controls.button}
            onClick={() => verdicts.give("suggested")}
          >
            Clear review
          </button>
          <button
            type="button"
            className={controls.plain}
            aria-keyshortcuts="Escape"
            onClick={() => marks.chooseAll(false)}
          >
            Deselect
          </button>
        </>
      ) : (
        <>
          <KeyButton
            shortcut="c"
            name={"Note"}
            isDisabled={technique === undefined}
            onPress={() => onEdit({ kind: "note" })}
          />
          <KeyButton
            shortcut="t"
            name="Replace"
            isDisabled={technique === undefined}
            onPress={() => onEdit({ kind: "technique" })}
          />
          <KeyButton shortcut="u" name="Undo" onPress={() => void verdicts.undo()} />
        </>
      )}
    </div>
  );
}
