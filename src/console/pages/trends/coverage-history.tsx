import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Schema } from "../../api/client.ts";
import { coverageHistoryQuery } from "../../api/trends.ts";
import { ErrorPane } from "../../parts/error-pane/error-pane.tsx";
import tables from "../../parts/table.module.css";
import { areasOf, HEIGHT, type HistoryDay, nameOf, statesOf, WIDTH } from "./history-areas.ts";
import styles from "./trends.module.css";

/** The number of covered techniques, day by day. */
export function CoverageHistory({ domain }: { domain: string | undefined }) {
  const found = useQuery(coverageHistoryQuery(domain));
  return (
    <section className={styles.section} aria-labelledby="coverage-history">
      <h2 id="coverage-history">Coverage over time</h2>
      {found.isError ? (
        <ErrorPane error={found.error} onRetry={() => void found.refetch()} />
      ) : null}
      {found.data === undefined ? null : <History history={found.data} />}
    </section>
  );
}

function History({ history }: { history: Schema<"CoverageHistory"> }) {
  const { days, technique_count: all } = history;
  const last = days.at(-1);
  if (last === undefined) {
    return (
      <div className={styles.empty}>
        <p>
          Coverage is recorded once a day, as soon as a rule is enabled or a log source is listed.
        </p>
        <Link to="/coverage/log-sources">List your log sources</Link>
      </div>
    );
  }
  const states = statesOf(days);
  return (
    <>
      <p className={styles.quiet}>
        Techniques of {all} that a rule or collected data covers, recorded once a day.{" "}
        <Link to="/coverage">Open coverage</Link>
      </p>
      <ul className={styles.legend}>
        {states.map((state) => (
          <li key={state}>
            <span className={styles.swatch} data-state={state} aria-hidden="true" /> {nameOf(state)}{" "}
            <strong>{last.counts[state] ?? 0}</strong>
          </li>
        ))}
      </ul>
      {days.length < 2 ? (
        <p className={styles.quiet}>
          The first day was recorded. The chart begins with the second.
        </p>
      ) : (
        <Chart days={days} />
      )}
      <Table days={days} states={states} />
    </>
  );
}

function Chart({ days }: { days: readonly HistoryDay[] }) {
  const { areas, most } = areasOf(days);
  return (
    <figure className={styles.chart}>
      <div className={styles.plot}>
        <span className={styles.most} aria-hidden="true">
          {most}
        </span>
        <svg
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label="Covered techniques by state and day; the table below has the numbers"
        >
          {areas.map(({ state, path }) => (
            <path key={state} d={path} data-state={state} />
          ))}
        </svg>
      </div>
      <figcaption className={styles.axis}>
        <span>{days[0]?.day}</span>
        <span>{days.at(-1)?.day}</span>
      </figcaption>
    </figure>
  );
}

function Table({ days, states }: { days: readonly HistoryDay[]; states: readonly string[] }) {
  return (
    <details>
      <summary>Numbers by day</summary>
      <div className={styles.scroll} role="region" aria-label="Coverage by day" tabIndex={0}>
        <table className={tables.table}>
          <thead>
            <tr>
              <th scope="col">Day</th>
              <th scope="col">Release</th>
              {states.map((state) => (
                <th key={state} scope="col">
                  {nameOf(state)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.toReversed().map(({ day, version, counts }) => (
              <tr key={day}>
                <th scope="row">{day}</th>
                <td>{version}</td>
                {states.map((state) => (
                  <td key={state}>{counts[state] ?? 0}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
