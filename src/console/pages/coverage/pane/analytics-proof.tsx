import { Link } from "@tanstack/react-router";
import type { CoverageAnalytic, CoveredTechnique } from "../../../api/coverage.ts";
import styles from "../coverage-page.module.css";
import { COVERED, RELATIONS } from "../words.ts";

/** The ATT&CK analytics for a technique, and which of their data is collected. */
export function AnalyticsProof({ technique }: { technique: CoveredTechnique }) {
  const { analytics, analytic_count: count } = technique;
  const own = analytics.filter(({ relation }) => relation === "own");
  const others = analytics.filter(({ relation }) => relation !== "own");
  return (
    <section aria-labelledby="proof-analytics">
      <h3 id="proof-analytics">
        Data that would show it <span className={styles.quiet}>{count}</span>
      </h3>
      {count === 0 ? (
        <p className={styles.quiet}>The release names no data for this technique.</p>
      ) : null}
      {own.map((analytic) => (
        <Analytic key={analytic.attack_id} analytic={analytic} />
      ))}
      {own.length < count ? (
        <p className={styles.quiet}>
          {own.length} of {count} analytics are listed.
        </p>
      ) : null}
      {others.length === 0 ? null : (
        <>
          <h4>Of its relatives, which do not count</h4>
          {others.map((analytic) => (
            <Analytic key={`${analytic.technique_id} ${analytic.attack_id}`} analytic={analytic} />
          ))}
        </>
      )}
    </section>
  );
}

function Analytic({ analytic }: { analytic: CoverageAnalytic }) {
  const { attack_id: id, name, covered, platforms, relation, technique_id } = analytic;
  const { log_sources: sources, log_source_count: count } = analytic;
  return (
    <details className={styles.analytic} open={covered !== "none"}>
      <summary>
        {id === name ? name : `${id} ${name}`}{" "}
        <span className={styles.quiet}>
          {platforms.join(", ")}: {COVERED[covered]}
          {relation === "own" ? "" : ` · ${RELATIONS[relation]} ${technique_id}`}
        </span>
      </summary>
      <ul className={styles.rows}>
        {sources.map(({ name: source, channel, component, covered: how, by }) => (
          <li key={`${source} ${channel} ${component}`} data-collected={how}>
            <Link to="/coverage/log-sources" search={{ search: source }}>
              {source}
            </Link>
            {channel === null ? "" : ` ${channel}`}
            <span className={styles.below}>
              {component === null ? "" : `${component}: `}
              {COVERED[how]}
              {by === null ? "" : ` by ${by}`}
            </span>
          </li>
        ))}
      </ul>
      {sources.length < count ? (
        <p className={styles.quiet}>
          {sources.length} of {count} log sources are listed.
        </p>
      ) : null}
    </details>
  );
}
