import { useQuery } from "@tanstack/react-query";
import { type IntakeReport, intakeReportQuery, sourceNamesQuery } from "../../../api/intake.ts";
import { PathLink } from "../../../parts/path-link.tsx";
import { VisibleText } from "../../../parts/visible-text/visible-text.tsx";
import { formatTime } from "../../../parts/when.ts";
import styles from "./detail.module.css";

/** The source and date of a report, and its content. */
export function Origin({ report }: { report: IntakeReport }) {
  const { publisher, published_at: published, created_at: entered, url } = report;
  return (
    <p className={styles.origin}>
      {publisher === null ? null : <VisibleText text={publisher} />}
      {published === null ? null : <span>Published {formatTime(published)}</span>}
      <span>
        Collected {formatTime(entered)} <From {...report} />
      </span>
      {url === null ? null : <Article url={url} />}
      {report.observable_ids.length === 0 ? null : (
        <PathLink path={`/observables?report_id=${report.id}`}>
          {report.observable_ids.length === 1
            ? "1 observable"
            : `${report.observable_ids.length} observables`}
        </PathLink>
      )}
    </p>
  );
}

function From({
  source_id: source,
  import_id: imported,
}: Pick<IntakeReport, "source_id" | "import_id">) {
  const sources = useQuery(sourceNamesQuery).data ?? [];
  if (source !== null) {
    const name = sources.find(({ id }) => id === source)?.name;
    return (
      <>
        from{" "}
        <PathLink path={`/intake/sources/${source}`}>
          <VisibleText text={name ?? "a source"} />
        </PathLink>
      </>
    );
  }
  return imported === null ? (
    "manually"
  ) : (
    <PathLink path={`/intake/imports/${imported}`}>by an import</PathLink>
  );
}

/** A link to the article, which opens in a new tab without a referrer. */
function Article({ url }: { url: string }) {
  if (!/^https?:\/\//iu.test(url)) return <VisibleText text={url} />;
  return (
    <a href={url} target="_blank" rel="noopener noreferrer" className={styles.url}>
      <VisibleText text={hostOf(url)} /> <span aria-hidden="true">↗</span>
    </a>
  );
}

function hostOf(url: string): string {
  try {
    return new URL(url).host;
  } catch {
    return url;
  }
}

/** The other sources of the report. */
export function Arrivals({ report }: { report: IntakeReport }) {
  const detail = useQuery({ ...intakeReportQuery(report.id), enabled: report.duplicates > 0 });
  if (report.duplicates === 0) return null;
  return (
    <details className={styles.part}>
      <summary>
        {report.duplicates === 1 ? "1 duplicate" : `${report.duplicates} duplicates`}
      </summary>
      <ul className={styles.arrivals}>
        {(detail.data?.arrivals ?? []).map((arrival) => (
          <li key={`${arrival.title} ${arrival.url} ${arrival.source_id} ${arrival.import_id}`}>
            <VisibleText text={arrival.title} />
            <p className={styles.origin}>
              {arrival.publisher === null ? null : <VisibleText text={arrival.publisher} />}
              <span>
                {formatTime(arrival.arrived_at)} <From {...arrival} />
              </span>
              {arrival.url === null ? null : <Article url={arrival.url} />}
            </p>
          </li>
        ))}
      </ul>
    </details>
  );
}
