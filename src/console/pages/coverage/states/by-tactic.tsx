import type { Coverage } from "../../../api/coverage.ts";
import controls from "../../../parts/controls.module.css";
import tables from "../../../parts/table.module.css";
import styles from "../coverage-page.module.css";
import type { CoverageChange, CoverageSearch } from "../search.ts";
import { STATES } from "../words.ts";

interface Props {
  coverage: Coverage;
  search: CoverageSearch;
  onChange: (change: CoverageChange) => void;
}

/** The states of each tactic. Selecting one filters the list below. */
export function ByTactic({ coverage: { by_tactic: rows }, search, onChange }: Props) {
  const shown = rows.filter((row) => sumOf(row) > 0 || row.tactic === search.tactic);
  if (shown.length === 0) return null;
  return (
    <table className={`${tables.table} ${styles.tactics}`}>
      <thead>
        <tr>
          <th scope="col">Tactic</th>
          <td className={styles.share} />
          {STATES.map(({ state, name, sign }) => (
            <th key={state} scope="col" data-state={state} aria-label={name}>
              <span className={styles.wide}>{name}</span>
              <span className={`${styles.narrow} ${styles.sign}`}>{sign}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {shown.map((row) => (
          <tr key={row.tactic}>
            <th scope="row">
              <button
                type="button"
                className={controls.plain}
                aria-pressed={search.tactic === row.tactic}
                onClick={() =>
                  onChange({ tactic: search.tactic === row.tactic ? undefined : row.tactic })
                }
              >
                {row.name}
              </button>
            </th>
            <td className={styles.share}>
              <span className={styles.stack} aria-hidden="true">
                {STATES.filter(({ state }) => row[state] > 0).map(({ state }) => (
                  <span
                    key={state}
                    data-state={state}
                    style={{ width: `${(row[state] / Math.max(sumOf(row), 1)) * 100}%` }}
                  />
                ))}
              </span>
            </td>
            {STATES.map(({ state }) => (
              <td key={state} className={styles.count}>
                {row[state]}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function sumOf(row: Coverage["summary"]): number {
  return STATES.reduce((sum, { state }) => sum + row[state], 0);
}
