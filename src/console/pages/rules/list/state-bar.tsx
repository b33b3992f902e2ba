import { useState } from "react";
import type { RuleState } from "../../../api/rules.ts";
import controls from "../../../parts/controls.module.css";
import styles from "../rules.module.css";

const ACTS: readonly (readonly [RuleState, string])[] = [
  ["enabled", "Enable"],
  ["disabled", "Disable"],
  ["draft", "Set to draft"],
];

interface Props {
  /** The number of selected rules. */
  count: number;
  /** The total of the list, if all of it may be meant. */
  total: number | null;
  /** Whether filters are set. */
  isNarrowed: boolean;
  isPending: boolean;
  onState: (state: RuleState) => void;
  onAll: (state: RuleState) => void;
  onClear: () => void;
}

/** The actions on the selected rules. */
export function StateBar(props: Props) {
  const { count, total, isPending, onState, onClear } = props;
  if (count === 0) {
    return (
      <p className={styles.quiet}>
        <kbd>j</kbd> <kbd>k</kbd> move, <kbd>x</kbd> selects a rule.
      </p>
    );
  }
  return (
    <div role="group" aria-label="Selected rules" className={styles.line}>
      <strong role="status">{count} selected</strong>
      {ACTS.map(([state, name]) => (
        <button
          key={state}
          type="button"
          className={controls.button}
          disabled={isPending}
          onClick={() => onState(state)}
        >
          {name}
        </button>
      ))}
      <button type="button" className={controls.button} onClick={onClear}>
        Clear selection
      </button>
      {total !== null && total > count ? <AllRules {...props} total={total} /> : null}
    </div>
  );
}

/** The same actions for the whole list, with a confirmation. */
function AllRules({ total, isNarrowed, isPending, onAll }: Props & { total: number }) {
  const [asked, setAsked] = useState<RuleState | null>(null);
  const all = total.toLocaleString("en");
  const name = ACTS.find(([state]) => state === asked)?.[1] ?? "";
  const which = isNarrowed ? `all ${all} rules that match the filters` : `all ${all} rules`;
  if (asked === null) {
    return ACTS.map(([state, act]) => (
      <button
        key={state}
        type="button"
        className={controls.button}
        disabled={isPending}
        onClick={() => setAsked(state)}
      >
        {act} all {all}…
      </button>
    ));
  }
  return (
    <span role="group" aria-label={`${name} ${which}?`} className={styles.line}>
      <strong>
        {name} {which}?
      </strong>
      <button
        autoFocus
        type="button"
        className={controls.primary}
        onClick={() => {
          onAll(asked);
          setAsked(null);
        }}
      >
        {name} {all} rules
      </button>
      <button type="button" className={controls.button} onClick={() => setAsked(null)}>
        Cancel
      </button>
    </span>
  );
}
