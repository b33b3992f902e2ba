import type { Enrichment } from "../../../../api/observables.ts";
import { VisibleText } from "../../../../parts/visible-text/visible-text.tsx";
import { formatDay } from "../../../../parts/when.ts";
import styles from "../observable-page.module.css";

/** Statements of engines, authors and reporters, each in its own words. */
export function ReportedBy({ reported }: { reported: Enrichment["reported_by"] }) {
  if (reported.length === 0) return null;
  return (
    <details>
      <summary>
        Reported by <span className={styles.quiet}>{reported.length}</span>
      </summary>
      <ul className={styles.rows}>
        {reported.map(({ name, said, at, link }, index) => (
          // A reporter may have stated the same thing twice.
          <li key={index}>
            <VisibleText text={name} />
            {said === null ? null : ": "}
            {said === null ? null : <VisibleText text={said} />}
            {at === null ? null : <span className={styles.quiet}> {formatDay(at)}</span>}
            {link === null ? null : (
              <>
                {" "}
                <a href={link} target="_blank" rel="noreferrer">
                  {link}
                </a>
              </>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}
