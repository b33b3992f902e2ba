import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { namingReportsQuery } from "../../api/evidence.ts";
import { type SessionsWanted, sessionsQuery } from "../../api/sessions.ts";
import { ErrorPane } from "../error-pane/error-pane.tsx";
import { markingOf } from "../marking.ts";
import { PathLink } from "../path-link.tsx";
import { Skeleton } from "../skeleton/skeleton.tsx";
import { VisibleText } from "../visible-text/visible-text.tsx";
import { formatDay } from "../when.ts";
import styles from "./library.module.css";
import { Section } from "./section.tsx";

const MOST = 10;

export type SessionFilter = Pick<SessionsWanted, "group" | "software" | "cve" | "search">;
type IntakeFilter = Parameters<typeof namingReportsQuery>[0];

interface Props {
  /** What is named, such as "this group". */
  what: string;
  sessions: SessionFilter;
  intake: IntakeFilter;
  /** Where the whole list of sessions is; there is none for some filters. */
  all?: Record<string, string>;
}

/** The analyzed and the collected reports of this workspace that name something. */
export function NamingReports({ what, sessions, intake, all }: Props) {
  const analyzed = useQuery(sessionsQuery({ ...sessions, limit: MOST, offset: 0 }));
  const collected = useQuery(namingReportsQuery({ ...intake, limit: MOST, offset: 0 }));
  const error = analyzed.error ?? collected.error;
  const count = (analyzed.data?.total ?? 0) + (collected.data?.total ?? 0);
  const isReading = analyzed.isPending || collected.isPending;
  return (
    <Section id="reports" title="My reports" count={isReading ? undefined : count}>
      {error === null ? null : <ErrorPane error={error} />}
      {isReading && error === null ? <Skeleton what="the reports" lines={3} /> : null}
      {!isReading && error === null && count === 0 ? (
        <p className={styles.quiet}>
          No report names {what} yet. <Link to="/analyze">Analyze a report</Link> to find out what
          it names.
        </p>
      ) : null}
      <Part title="Analyzed" total={analyzed.data?.total ?? 0}>
        {(analyzed.data?.items ?? []).map((session) => (
          <li key={session.session_id}>
            <span className={styles.line}>
              <Link to="/sessions/$sessionId" params={{ sessionId: session.session_id }}>
                <bdi>
                  <VisibleText text={session.title} />
                </bdi>
              </Link>
              <span className={styles.small}>
                {[
                  markingOf(session),
                  `${session.technique_count} techniques`,
                  formatDay(session.created_at),
                ]
                  .filter(Boolean)
                  .join(" · ")}
              </span>
            </span>
          </li>
        ))}
      </Part>
      {all !== undefined && (analyzed.data?.total ?? 0) > MOST ? (
        <Link to="/sessions" search={all}>
          All {analyzed.data?.total} analyzed reports
        </Link>
      ) : null}
      <Part title="Collected in the intake" total={collected.data?.total ?? 0}>
        {(collected.data?.items ?? []).map((report) => (
          <li key={report.id}>
            <span className={styles.line}>
              <PathLink path={pathOf(report)}>
                <bdi>
                  <VisibleText text={report.title} />
                </bdi>
              </PathLink>
              <span className={styles.small}>
                {[report.publisher, report.status, formatDay(report.published_at)]
                  .filter(Boolean)
                  .join(" · ")}
              </span>
            </span>
          </li>
        ))}
      </Part>
    </Section>
  );
}

/** The analysis of a collected report where there is one, else its place in the intake. */
function pathOf({ id, session_id: session }: { id: string; session_id: string | null }): string {
  return session === null ? `/intake?report=${id}` : `/sessions/${session}`;
}

function Part({
  title,
  total,
  children,
}: {
  title: string;
  total: number;
  children: readonly ReactNode[];
}) {
  if (total === 0) return null;
  return (
    <div>
      <h3>
        {title} <span className={styles.quiet}>{total}</span>
      </h3>
      <ul className={styles.rows}>{children}</ul>
    </div>
  );
}
