import { counted } from "../../parts/counted.ts";
import type { ImportResult, PreviewedReport } from "../../api/imports.ts";
import { PathLink } from "../../parts/path-link.tsx";
import { reportPath } from "../../parts/report-path.ts";
import { VisibleText } from "../../parts/visible-text/visible-text.tsx";
import { formatDay } from "../../parts/when.ts";
import styles from "./imports.module.css";
import { capitalized } from "./words.ts";

/** The most errors shown. The receipts contain all of them. */
const MOST_ERRORS = 50;

interface Props {
  result: ImportResult;
  /** Whether it was imported, not only previewed. */
  isDone: boolean;
}

/** The content that a file would import, or has imported. */
export function DryRun({ result, isDone }: Props) {
  const { reports, errors, error_count: faults, warnings = [], technique_count: count } = result;
  const figures: [string, number][] = [
    [isDone ? "New reports" : "Reports that would be new", result.items_created],
    ["Duplicates", result.duplicates],
    [isDone ? "New observables" : "Observables that would be new", result.observables_created],
    ["Known observables", result.observables_known],
    ["Suppressed", result.suppressed],
    ["Errors", faults],
    ...(count === undefined ? [] : [["Techniques", count] satisfies [string, number]]),
  ];
  return (
    <>
      <dl className={styles.figures}>
        {figures.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value.toLocaleString("en")}</dd>
          </div>
        ))}
      </dl>
      {warnings.map((warning) => (
        <p key={warning} className={styles.warning}>
          <VisibleText text={warning} />
        </p>
      ))}
      {reports.length === 0 ? null : <Reports reports={reports} total={seen(result)} />}
      {errors.length === 0 ? null : (
        <details open={reports.length === 0}>
          <summary>{counted(faults, "error")}</summary>
          <ul className={styles.rows} tabIndex={0} aria-label="Errors">
            {errors.slice(0, MOST_ERRORS).map(({ pointer, reason, type }, index) => (
              <li key={`${pointer} ${index}`}>
                <span className={styles.failed}>
                  <VisibleText text={capitalized(reason)} />
                </span>{" "}
                <span className={styles.pointer}>
                  <VisibleText text={[type, pointer].filter(Boolean).join(" at ")} />
                </span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

const seen = ({ items_created: created, duplicates }: ImportResult) => created + duplicates;

function Reports({ reports, total }: { reports: PreviewedReport[]; total: number }) {
  const newFirst = reports.toSorted((a, b) => Number(a.is_known) - Number(b.is_known));
  return (
    <section className={styles.part}>
      <h3>
        {reports.length < total
          ? `The first ${reports.length} of ${total.toLocaleString("en")} reports`
          : counted(total, "report")}
      </h3>
      <ul className={styles.rows} tabIndex={0} aria-label="Reports in the file">
        {newFirst.map((report) => (
          <li key={report.pointer}>
            <bdi>
              <VisibleText text={report.title} />
            </bdi>
            <span className={styles.below}>
              {[
                report.type,
                formatDay(report.published_at),
                report.technique_count === 0 ? "" : counted(report.technique_count, "technique"),
              ]
                .filter(Boolean)
                .join(" · ")}
              {report.is_known ? (
                <>
                  {" · "}
                  {report.report_id === null ? (
                    "Duplicate within the file"
                  ) : (
                    <PathLink path={reportPath(report.report_id)}>Already in the intake</PathLink>
                  )}
                </>
              ) : null}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
