import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type Detection, detectionQuery } from "../../../api/detections.ts";
import { AttackText, OutLink } from "../../../parts/attack-text/attack-text.tsx";
import { safeUrl } from "../../../parts/attack-text/parse-attack-text.ts";
import { ErrorPane } from "../../../parts/error-pane/error-pane.tsx";
import styles from "../../../parts/library/library.module.css";
import { Section } from "../../../parts/library/section.tsx";
import { Skeleton } from "../../../parts/skeleton/skeleton.tsx";
import tables from "../../../parts/table.module.css";
import type { Release } from "../technique-view.tsx";

type Analytic = Detection["strategies"][number]["analytics"][number];

/** How the release detects the technique: analytics with their log sources. */
export function DetectionSection({ id, release }: { id: string; release: Release }) {
  const asked = useQuery(detectionQuery(release, id));
  const detection = asked.data;
  const count =
    detection &&
    detection.strategies.flatMap(({ analytics }) => analytics).length +
      detection.data_sources.length;
  return (
    <Section
      id="detection"
      title="Logs and detection"
      count={count}
      tools={
        <Link to="/coverage" search={{ technique_ids: id, technique: id }}>
          Your log sources
        </Link>
      }
    >
      {asked.isError ? (
        <ErrorPane error={asked.error} onRetry={() => void asked.refetch()} />
      ) : null}
      {asked.isPending ? <Skeleton what="the detection" lines={3} /> : null}
      {count === 0 ? (
        <p className={styles.quiet}>This release names no data that would show it.</p>
      ) : null}
      {detection?.strategies.map(({ attack_id: strategyId, name, url, analytics }) => (
        <div key={strategyId} className={styles.section}>
          <h3>
            {name}{" "}
            <span className={styles.small}>
              <StrategyLink id={strategyId} url={url} />
            </span>
          </h3>
          {analytics.map((analytic) => (
            <AnalyticView key={analytic.stix_id} analytic={analytic} release={release} />
          ))}
        </div>
      ))}
      <DataSources sources={detection?.data_sources ?? []} />
    </Section>
  );
}

function StrategyLink({ id, url }: { id: string; url: string | null }) {
  const safe = safeUrl(url);
  return safe === null ? id : <OutLink url={safe}>{id}</OutLink>;
}

function AnalyticView({ analytic, release }: { analytic: Analytic; release: Release }) {
  const { attack_id: id, name, description, platforms, log_sources: sources } = analytic;
  return (
    <details>
      <summary>
        {platforms.join(", ") || "Any platform"}{" "}
        <span className={styles.small}>
          {isNumbered(name) ? id : `${id} ${name}`} · {sources.length} log{" "}
          {sources.length === 1 ? "source" : "sources"}
        </span>
      </summary>
      <div className={styles.section}>
        {description === null ? null : (
          <div className={styles.text}>
            <AttackText text={description} release={release} />
          </div>
        )}
        <table className={tables.table}>
          <thead>
            <tr>
              <th scope="col">Log source</th>
              <th scope="col">Channel</th>
              <th scope="col">Shows</th>
            </tr>
          </thead>
          <tbody>
            {sources.map(({ name: source, channel, component }) => (
              <tr key={`${source} ${channel} ${component?.name}`}>
                <td>
                  <Link to="/coverage/log-sources" search={{ search: source }}>
                    {source}
                  </Link>
                </td>
                <td>{channel}</td>
                <td>{component?.name}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <Settings analytic={analytic} />
      </div>
    </details>
  );
}

/** Returns whether an analytic has no name but its number, like most of them. */
function isNumbered(name: string): boolean {
  return /^(?:Analytic |AN)\d+$/u.test(name);
}

function Settings({ analytic: { mutable_elements: elements } }: { analytic: Analytic }) {
  if (elements.length === 0) return null;
  return <p className={styles.small}>To set: {elements.map(({ field }) => field).join(", ")}</p>;
}

function DataSources({ sources }: { sources: Detection["data_sources"] }) {
  return (
    <ul className={styles.rows}>
      {sources.map(({ name, attack_id: id, components }) => (
        <li key={name}>
          <span>
            {name} <span className={styles.small}>{id}</span>
          </span>
          <span className={styles.small}>
            {components.map((component) => component.name).join(", ")}
          </span>
        </li>
      ))}
    </ul>
  );
}
