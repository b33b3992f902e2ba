import type { Suppression } from "../../../api/suppressions.ts";
import controls from "../../../parts/controls.module.css";
import tables from "../../../parts/table.module.css";
import { Unseen } from "../../../parts/unseen/unseen.tsx";
import { formatDay } from "../../../parts/when.ts";
import { ObservableValue } from "../shown/observable-value.tsx";
import { kindName } from "../shown/words.ts";
import styles from "../list/observables-page.module.css";
import { RULE_NAMES } from "./rules.ts";

interface Props {
  items: readonly Suppression[];
  isFetching: boolean;
  isBusy: boolean;
  /** Null without permission. */
  onRestore: ((one: Suppression) => void) | null;
}

/** A page of suppressed values. On a narrow screen the reason is below the value. */
export function SuppressedTable({ items, isFetching, isBusy, onRestore }: Props) {
  return (
    <table className={`${tables.table} ${styles.table}`} aria-busy={isFetching}>
      <thead>
        <tr>
          <th scope="col">Value</th>
          <th scope="col" className={styles.wide}>
            Kind
          </th>
          <th scope="col" className={styles.wide}>
            Reason
          </th>
          <th scope="col" className={styles.wide}>
            Last seen
          </th>
          {onRestore === null ? null : (
            <th scope="col">
              <Unseen>Restore</Unseen>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {items.map((one) => (
          <tr key={one.id}>
            <th scope="row" className={styles.value}>
              <ObservableValue kind={one.kind} value={one.value} />
              <span className={styles.below}>{reasonOf(one)}</span>
            </th>
            <td className={`${styles.wide} ${styles.kind}`}>{kindName(one.kind)}</td>
            <td className={styles.wide}>{reasonOf(one)}</td>
            <td className={`${styles.wide} ${styles.day}`}>{formatDay(one.last_seen_at)}</td>
            {onRestore === null ? null : (
              <td>
                <button
                  type="button"
                  className={controls.button}
                  disabled={isBusy}
                  aria-label={`Restore ${one.value}`}
                  onClick={() => onRestore(one)}
                >
                  Restore
                </button>
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function reasonOf({ rule, list }: Suppression): string {
  return list === null ? RULE_NAMES[rule] : `${RULE_NAMES[rule]}: ${list}`;
}
