import type { RuleState } from "../../../api/rules.ts";
import controls from "../../../parts/controls.module.css";
import styles from "../rules.module.css";

const ACTS: readonly (readonly [RuleState, string])[] = [
  ["enabled", "Enable"],
  ["disabled", "Disable"],
  ["draft", "Make drafts"],
];

interface Props {
  /** How many are chosen. */
  count: number;
  /** How many fit in all, where all of them may be meant. */
  total: number | null;
  isPending: boolean;
  onState: (state: RuleState) => void;
  onAll: (state: RuleState) => void;
  onClear: () => void;
}

/** What to do with the chosen rules. */
export function StateBar({ count, total, isPending, onState, onAll, onClear }: Props) {
  if (count === 0) {
    return (
      <p className={styles.quiet}>
        Choose some: <kbd>j</kbd> <kbd>k</kbd> go from row to row, <kbd>x</kbd> chooses.
      </p>
    );
  }
  const buttons = (act: (state: RuleState) => void, what: string) =>
    ACTS.map(([state, name]) => (
      <button
        key={state}
        type="button"
        className={controls.button}
        disabled={isPending}
        onClick={() => act(state)}
      >
        {name}
        {what}
      </button>
    ));
  return (
    <div role="group" aria-label="The chosen rules" className={styles.line}>
      <strong role="status">{count} chosen</strong>
      {buttons(onState, "")}
      <button type="button" className={controls.button} onClick={onClear}>
        Choose none
      </button>
      {total !== null && total > count ? (
        <span className={styles.line}>
          <span className={styles.quiet}>Or all that fit the filters:</span>
          {buttons(onAll, ` all ${total.toLocaleString("en")}`)}
        </span>
      ) : null}
    </div>
  );
}
