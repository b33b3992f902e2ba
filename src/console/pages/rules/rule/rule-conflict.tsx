import { counted } from "../../../parts/counted.ts";
import type { Rule } from "../../../api/rules.ts";
import { ConflictNotice } from "../../../parts/conflict/conflict-notice.tsx";
import type { Conflict } from "../../../parts/conflict/use-guarded.ts";
import styles from "../rules.module.css";
import { STATE_NAMES } from "../../../parts/rule-names.ts";
import { Code } from "./code.tsx";

interface Props<Wanted> {
  conflict: Conflict<Wanted> | null;
  /** Describes this person's change. */
  describe: (wanted: Wanted) => string;
  /** Whether the choice includes the text of the rule. */
  hasText?: boolean;
  onKept?: () => void;
}

/** Two conflicting changes of one rule. */
export function RuleConflict<Wanted>(props: Props<Wanted>) {
  const { conflict, describe, hasText = false, onKept } = props;
  if (conflict === null) return null;
  const current = conflict.current as Rule;
  return (
    <ConflictNotice
      {...conflict}
      what="this rule"
      theirs={stateOf(current)}
      mine={describe(conflict.wanted)}
      onKeep={() => {
        conflict.keepTheirs();
        onKept?.();
      }}
      onApply={conflict.applyMine}
    >
      {hasText ? (
        <details className={styles.stack}>
          <summary>Their text</summary>
          <Code text={current.content} faults={NO_FAULTS} />
        </details>
      ) : null}
    </ConflictNotice>
  );
}

const NO_FAULTS: ReadonlySet<number> = new Set();

function stateOf({ version, state, test_run: run }: Rule): string {
  const tested = run === null ? "" : `, ${counted(run.results.length, "sample")}`;
  return `version ${version}, ${STATE_NAMES[state].toLowerCase()}${tested}`;
}
