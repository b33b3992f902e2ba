import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { sourceNamesQuery } from "../../../api/intake.ts";
import { type Job, type JobState, jobsQuery, retryJob } from "../../../api/jobs.ts";
import { describeFailure } from "../../../api/problem.ts";
import { healthQuery } from "../../../api/service.ts";
import controls from "../../../parts/controls.module.css";
import { ErrorPane } from "../../../parts/error-pane/error-pane.tsx";
import { ListPages } from "../../../parts/list-pages/list-pages.tsx";
import { Page } from "../../../parts/page/page.tsx";
import { PathLink } from "../../../parts/path-link.tsx";
import { reportPath } from "../../../parts/report-path.ts";
import { Skeleton } from "../../../parts/skeleton/skeleton.tsx";
import tables from "../../../parts/table.module.css";
import { Unseen } from "../../../parts/unseen/unseen.tsx";
import { useRole } from "../../../parts/use-role.ts";
import { VisibleText } from "../../../parts/visible-text/visible-text.tsx";
import { formatTime } from "../../../parts/when.ts";
import styles from "../admin.module.css";
import { OnlyAdmins } from "../only-admins.tsx";
import { describeKind, STATES } from "./words.ts";

const route = getRouteApi("/admin/jobs");
const PER_PAGE = 50;

/** The background work of the service: running and waiting jobs, and dead ones with their reason. */
export function JobsPage() {
  const role = useRole();
  return (
    <Page
      title="Jobs"
      lead="Background work of the service. A failed job is tried again. A dead job has used all its attempts, and you can retry it."
    >
      {role === null ? <Skeleton what="the jobs" lines={8} /> : null}
      {role !== null && role !== "admin" ? <OnlyAdmins what="the jobs" /> : null}
      {role === "admin" ? <JobList /> : null}
    </Page>
  );
}

function JobList() {
  const { page = 1, state } = route.useSearch();
  const navigate = route.useNavigate();
  const jobs = useQuery({
    ...jobsQuery({
      limit: PER_PAGE,
      offset: (page - 1) * PER_PAGE,
      ...(state !== undefined && { state }),
    }),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <States
        chosen={state}
        onChoose={(one) => void navigate({ search: one === undefined ? {} : { state: one } })}
      />
      {jobs.isError ? <ErrorPane error={jobs.error} onRetry={() => void jobs.refetch()} /> : null}
      {jobs.isPending ? <Skeleton what="the jobs" lines={8} /> : null}
      {jobs.data?.total === 0 ? (
        <p className={styles.quiet}>
          {state === undefined
            ? "There are no jobs yet. Jobs of the last 30 days appear here."
            : `No job is ${STATES[state].toLowerCase()}.`}
        </p>
      ) : null}
      {jobs.data === undefined || jobs.data.total === 0 ? null : (
        <>
          <JobTable jobs={jobs.data.items} />
          <ListPages
            page={page}
            perPage={PER_PAGE}
            total={jobs.data.total}
            names={["job", "jobs"]}
            onPage={(to) => void navigate({ search: (known) => ({ ...known, page: to }) })}
          />
        </>
      )}
    </>
  );
}

interface StatesProps {
  chosen: JobState | undefined;
  onChoose: (state: JobState | undefined) => void;
}

function States({ chosen, onChoose }: StatesProps) {
  const counts: Partial<Record<JobState, number>> = useQuery(healthQuery).data?.jobs ?? {};
  const choices = [undefined, ...(Object.keys(STATES) as JobState[])];
  return (
    <div role="group" aria-label="States" className={styles.line}>
      {choices.map((state) => (
        <button
          key={state ?? "all"}
          type="button"
          className={controls.button}
          aria-pressed={chosen === state}
          onClick={() => onChoose(state)}
        >
          {state === undefined ? "All" : STATES[state]}
          {state === undefined || (counts[state] ?? 0) === 0
            ? ""
            : ` ${counts[state]?.toLocaleString("en")}`}
        </button>
      ))}
    </div>
  );
}

function JobTable({ jobs }: { jobs: Job[] }) {
  return (
    <table className={`${tables.table} ${styles.table}`}>
      <thead>
        <tr>
          <th scope="col">Job</th>
          <th scope="col">State</th>
          <th scope="col" className={styles.wide}>
            Requested
          </th>
          <th scope="col" className={styles.wide}>
            Last change
          </th>
          <th scope="col">
            <Unseen>Actions</Unseen>
          </th>
        </tr>
      </thead>
      <tbody>
        {jobs.map((job) => (
          <JobRow key={job.id} job={job} />
        ))}
      </tbody>
    </table>
  );
}

function JobRow({ job }: { job: Job }) {
  const { kind, state, error, attempts, actor } = job;
  const isBad = state === "dead" || state === "failed";
  return (
    <tr>
      <th scope="row" className={styles.name}>
        {describeKind(kind)} <Subject job={job} />
        {error === null ? null : (
          <span className={isBad ? styles.failed : styles.below}>
            <br />
            <VisibleText text={error} />
          </span>
        )}
        <span className={`${styles.below} ${styles.narrow}`}>
          {formatTime(job.finished_at ?? job.updated_at)}
        </span>
      </th>
      <td>
        <span className={isBad ? styles.failed : undefined}>{STATES[state]}</span>
        <span className={`${styles.below} ${styles.number}`}>
          {attempts === 1 ? "1 attempt" : `${attempts} attempts`}
        </span>
      </td>
      <td className={`${styles.time} ${styles.wide}`}>
        {formatTime(job.created_at)}
        <span className={styles.below}>
          by <VisibleText text={actor} />
        </span>
      </td>
      <td className={`${styles.time} ${styles.wide}`}>
        {formatTime(job.finished_at ?? job.updated_at)}
        {(state === "queued" || state === "failed") && Date.parse(job.run_after) > Date.now() ? (
          <span className={styles.below}>Next attempt {formatTime(job.run_after)}</span>
        ) : null}
      </td>
      <td>{state === "dead" ? <Retry job={job} /> : null}</td>
    </tr>
  );
}

/** The subject of a job, if it is a single object. */
function Subject({ job: { subject } }: { job: Job }) {
  const { source_id: source, report_id: report, domain, version } = subject;
  const sources = useQuery({ ...sourceNamesQuery, enabled: source !== null }).data ?? [];
  if (source !== null) {
    const name = sources.find(({ id }) => id === source)?.name;
    return (
      <PathLink path={`/intake/sources/${source}`}>
        <VisibleText text={name ?? "View source"} />
      </PathLink>
    );
  }
  if (report !== null) return <PathLink path={reportPath(report)}>View report</PathLink>;
  const release = [domain, version].filter((part) => part !== null).join(" ");
  return release === "" ? null : <VisibleText text={release} />;
}

function Retry({ job }: { job: Job }) {
  const queries = useQueryClient();
  const retry = useMutation({
    mutationFn: () => retryJob(job.id),
    onSettled: () =>
      Promise.all(
        ["jobs", "health", "audit"].map((key) => queries.invalidateQueries({ queryKey: [key] })),
      ),
  });
  return (
    <>
      <button
        type="button"
        className={controls.button}
        disabled={retry.isPending}
        aria-label={`Retry: ${describeKind(job.kind)}`}
        onClick={() => retry.mutate()}
      >
        Retry
      </button>
      {retry.isError ? (
        <span role="alert" className={styles.failed}>
          {describeFailure(retry.error)}
        </span>
      ) : null}
    </>
  );
}
