import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { runsQuery, type SourceRun } from "../../../api/sources.ts";
import { ErrorPane } from "../../../parts/error-pane/error-pane.tsx";
import { ListPages } from "../../../parts/list-pages/list-pages.tsx";
import { Skeleton } from "../../../parts/skeleton/skeleton.tsx";
import tables from "../../../parts/table.module.css";
import { VisibleText } from "../../../parts/visible-text/visible-text.tsx";
import { formatTime } from "../../../parts/when.ts";
import styles from "../sources.module.css";
import { RUN_STATES } from "../words.ts";

const PER_PAGE = 25;

/** The runs of a source: the items of each, or why there are none. */
export function Runs({ sourceId }: { sourceId: string }) {
  const [page, setPage] = useState(1);
  const runs = useQuery({
    ...runsQuery({ source_id: sourceId, limit: PER_PAGE, offset: (page - 1) * PER_PAGE }),
    placeholderData: keepPreviousData,
  });
  return (
    <section className={styles.part}>
      <h2>Runs</h2>
      {runs.isError ? <ErrorPane error={runs.error} onRetry={() => void runs.refetch()} /> : null}
      {runs.isPending ? <Skeleton what="the runs" lines={4} /> : null}
      {runs.data?.total === 0 ? (
        <p className={styles.quiet}>
          The source has not run yet. The first run starts within 15 minutes, or when you select Run
          now.
        </p>
      ) : null}
      {runs.data === undefined || runs.data.total === 0 ? null : (
        <>
          <RunTable runs={runs.data.items} isFetching={runs.isFetching} />
          <ListPages
            page={page}
            perPage={PER_PAGE}
            total={runs.data.total}
            names={["run", "runs"]}
            onPage={setPage}
          />
        </>
      )}
    </section>
  );
}

function RunTable({ runs, isFetching }: { runs: SourceRun[]; isFetching: boolean }) {
  return (
    <table className={tables.table} aria-busy={isFetching}>
      <thead>
        <tr>
          <th scope="col">Started</th>
          <th scope="col" className={styles.wide}>
            Result
          </th>
          <th scope="col" className={styles.number}>
            New reports
          </th>
          <th scope="col" className={`${styles.number} ${styles.wide}`}>
            Known
          </th>
          <th scope="col" className={`${styles.number} ${styles.wide}`}>
            Filtered out
          </th>
          <th scope="col" className={`${styles.number} ${styles.wide}`}>
            New observables
          </th>
        </tr>
      </thead>
      <tbody>
        {runs.map((run) => (
          <Run key={run.id} run={run} />
        ))}
      </tbody>
    </table>
  );
}

function Run({ run }: { run: SourceRun }) {
  const { trigger, started_at: started } = run;
  return (
    <tr>
      <th scope="row" className={styles.started}>
        {formatTime(started)}
        <span className={styles.below}>
          {trigger === "manual" ? "Started manually" : "Started by schedule"}
        </span>
        <span className={styles.narrow}>
          <Result run={run} />
        </span>
      </th>
      <td className={styles.wide}>
        <Result run={run} />
      </td>
      <td className={styles.number}>{run.items_created}</td>
      <td className={`${styles.number} ${styles.wide}`}>{run.duplicates}</td>
      <td className={`${styles.number} ${styles.wide}`}>{run.filtered}</td>
      <td className={`${styles.number} ${styles.wide}`}>{run.observables_created}</td>
    </tr>
  );
}

/** The result of a run, below its time if there is no space for a column. */
function Result({ run: { status, error, import_ids: imports } }: { run: SourceRun }) {
  const isFailed = status === "failed";
  return (
    <>
      <span className={isFailed ? styles.failed : undefined}>{RUN_STATES[status]}</span>
      {error === null ? null : (
        <span className={isFailed ? styles.failed : styles.below}>
          {isFailed ? ": " : ""}
          <VisibleText text={error} />
        </span>
      )}
      {imports.map((id, at) => (
        <Link key={id} to="/intake/imports/$id" params={{ id }} className={styles.below}>
          {imports.length === 1 ? "Import" : `Import ${at + 1}`}
        </Link>
      ))}
    </>
  );
}
