import { useQuery } from "@tanstack/react-query";
import { waitingReportsQuery } from "../../api/home.ts";
import { PathLink } from "../../parts/path-link.tsx";
import { reportPath } from "../../parts/report-path.ts";
import { Skeleton } from "../../parts/skeleton/skeleton.tsx";
import { VisibleText } from "../../parts/visible-text/visible-text.tsx";
import styles from "./home-page.module.css";

const SHOWN = 4;

/** The number of collected reports that wait for a decision, and the newest of them. */
export function IntakeWaiting() {
  const { data, isPending } = useQuery(waitingReportsQuery(SHOWN));
  return (
    <section aria-labelledby="waiting" className={styles.panel}>
      <header className={styles.line}>
        <h2 id="waiting">Intake</h2>
        {data === undefined || data.total === 0 ? null : (
          <PathLink path="/intake">Review {data.total.toLocaleString("en")} pending</PathLink>
        )}
      </header>
      {isPending ? <Skeleton what="the intake" lines={4} /> : null}
      {data?.total === 0 ? (
        <p className={styles.quiet}>
          No report is pending. Reports from your feeds and imports arrive here.{" "}
          <PathLink path="/intake/sources">Add a source</PathLink>
        </p>
      ) : null}
      <ul className={styles.list}>
        {data?.items.map(({ id, title, publisher }) => (
          <li key={id} className={styles.row}>
            <span className={styles.title}>
              <PathLink path={reportPath(id)}>
                <VisibleText text={title} />
              </PathLink>
            </span>
            {publisher === null ? null : (
              <span className={styles.quiet}>
                <VisibleText text={publisher} />
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
