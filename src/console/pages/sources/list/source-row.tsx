import { Link } from "@tanstack/react-router";
import type { Source } from "../../../api/sources.ts";
import controls from "../../../parts/controls.module.css";
import { PathLink } from "../../../parts/path-link.tsx";
import { useMayChange } from "../../../parts/use-may-change.ts";
import { Unseen } from "../../../parts/unseen/unseen.tsx";
import { VisibleText } from "../../../parts/visible-text/visible-text.tsx";
import { formatTime } from "../../../parts/when.ts";
import styles from "../sources.module.css";
import { SourceOutcome } from "../source-outcome.tsx";
import { type SourceActs, useSourceActs } from "../use-source-acts.ts";
import { describeFailures, reportsPath, RUN_STATES } from "../words.ts";

/** One source: its items, the result of its last run, and its next run. */
export function SourceRow({ source }: { source: Source }) {
  const { id, name, url, reports, last_run_at: last, last_status: status } = source;
  const acts = useSourceActs(id);
  const failures = describeFailures(source);
  return (
    <tr>
      <th scope="row" className={styles.name}>
        <Link to="/intake/sources/$id" params={{ id }}>
          <bdi>
            <VisibleText text={name} />
          </bdi>
        </Link>
        <span className={styles.below}>
          <VisibleText text={url} />
        </span>
        <span className={styles.narrow}>
          {reports === 0 ? "No reports" : <Reports id={id} name={name} count={reports} />}
          <span className={styles.below}>Next run: {nextRun(source)}</span>
        </span>
        {failures === null ? null : (
          <span className={styles.failed}>
            <VisibleText text={failures} />
          </span>
        )}
        <SourceOutcome acts={acts} />
      </th>
      <td className={`${styles.number} ${styles.wide}`}>
        <Reports id={id} name={name} count={reports} />
      </td>
      <td className={`${styles.time} ${styles.wide}`}>
        {last === null ? "Never" : formatTime(last)}
        {status === null ? null : (
          <span className={status === "failed" ? styles.failed : styles.below}>
            {status === "failed" ? <br /> : null}
            {RUN_STATES[status]}
          </span>
        )}
      </td>
      <td className={`${styles.time} ${styles.wide}`}>{nextRun(source)}</td>
      <td>
        <Actions source={source} acts={acts} />
      </td>
    </tr>
  );
}

function Reports({ id, name, count }: { id: string; name: string; count: number }) {
  if (count === 0) return <>0</>;
  return (
    <PathLink path={reportsPath(id)}>
      {count.toLocaleString("en")}
      <span className={styles.narrowWord}> {count === 1 ? "report" : "reports"}</span>
      <Unseen>
        {" "}
        of <VisibleText text={name} />
      </Unseen>
    </PathLink>
  );
}

/** Returns when a source is due. A past time waits for the scheduler. */
function nextRun({ enabled, next_run_at: next }: Source): string {
  if (!enabled) return "Paused";
  return Date.parse(next) <= Date.now() ? "Due now" : formatTime(next);
}

function Actions({
  source: { name, enabled },
  acts: { run, change },
}: {
  source: Source;
  acts: SourceActs;
}) {
  if (!useMayChange()) return null;
  const runs = run.isPending ? "Running" : "Run now";
  return (
    <span className={styles.actions}>
      <button
        type="button"
        className={controls.button}
        disabled={run.isPending}
        aria-label={`${runs}: ${name}`}
        onClick={() => run.mutate()}
      >
        {runs}
      </button>
      <button
        type="button"
        className={controls.button}
        disabled={change.isPending}
        aria-label={`${enabled ? "Pause" : "Resume"} ${name}`}
        onClick={() => change.mutate({ enabled: !enabled })}
      >
        {enabled ? "Pause" : "Resume"}
      </button>
    </span>
  );
}
