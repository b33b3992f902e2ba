import type { Coverage } from "../../../api/coverage.ts";
import styles from "../coverage-page.module.css";
import type { CoverageChange, CoverageSearch } from "../search.ts";
import { STATES } from "../words.ts";

interface Props {
  coverage: Coverage;
  search: CoverageSearch;
  onChange: (change: CoverageChange) => void;
}

/** The number of techniques in each state. Selecting one filters the page. */
export function StateTiles({ coverage, search, onChange }: Props) {
  const { summary, family_summary: family, proven_since: since, techniques } = coverage;
  const all = techniques.length;
  return (
    <>
      <div role="group" aria-label="Techniques by state" className={styles.tiles}>
        {STATES.map(({ state, name, means, sign }) => (
          <button
            key={state}
            type="button"
            className={styles.tile}
            data-state={state}
            aria-pressed={search.state === state}
            onClick={() => onChange({ state: search.state === state ? undefined : state })}
          >
            <span className={styles.number}>
              <span aria-hidden="true" className={styles.sign}>
                {sign}
              </span>{" "}
              {summary[state]}
            </span>
            <strong>
              {name}
              {all === 0 ? "" : `\u00a0· ${Math.round((summary[state] / all) * 100)}\u00a0%`}
            </strong>
            <span className={styles.quiet}>{means}</span>
          </button>
        ))}
      </div>
      <p className={styles.quiet}>
        A state counts rules, analytics and tests of the technique itself. With those of the
        technique above it and of its sub-techniques, {family.proven} would be proven,{" "}
        {family.should_fire} should fire and {family.blind} would be blind. Proofs from before{" "}
        {since} do not count.
      </p>
    </>
  );
}
