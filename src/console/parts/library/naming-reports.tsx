import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { namingReportsQuery } from "../../api/evidence.ts";
import { type SessionsWanted, sessionsQuery } from "../../api/sessions.ts";
import type { Schema } from "../../api/client.ts";
import { ErrorPane } from "../error-pane/error-pane.tsx";
import { markingOf } from "../marking.ts";
import { PathLink } from "../path-link.tsx";
import { Skeleton } from "../skeleton/skeleton.tsx";
import { VisibleText } from "../visible-text/visible-text.tsx";
import { formatDay } from "../when.ts";
import styles from "./library.module.css";
import { Section } from "./section.tsx";

const MOST = 10;
const NOTHING = { items: [], total: 0 };

export type SessionFilter = Pick<SessionsWanted, "group" | "software" | "cve" | "search">;
type IntakeFilter = Parameters<typeof namingReportsQuery>[0];

interface Props {
  /** The mentioned object, such as "this group". */
  what: string;
  sessions: SessionFilter;
  intake: IntakeFilter;
  /** The filter for the full session list; none for some filters. */
  all?: Record<string, string> | undefined;
}

/** This workspace's analyzed and collected reports that mention something. */
export function NamingReports({ what, sessions, intake, all }: Props) {
  const analyzed = useQuery(sessionsQuery({ ...sessions, limit: MOST, offset: 0 }));
  const collected = useQuery(namingReportsQuery({ ...intake, limit: MOST, offset: 0 }));
  const error = analyzed.error ?? collected.error;
  const count = (analyzed.data?.total ?? 0) + (collected.data?.total ?? 0);
  const isReading = analyzed.isPending || collected.isPending;
  return (
    <Section id="reports" title="Your reports" count={isReading ? undefined : count}>
      {error === null ? null : <ErrorPane error={error} />}
      {isReading && error === null ? <Skeleton what="the reports" lines={3} /> : null}
      {!isReading && error === null && count === 0 ? (
        <p className={styles.quiet}>
          No report names {what} yet. <Link to="/analyze">Analyze a report</Link> to find out what
          it names.
        </p>
      ) : null}
      <Analyzed page={analyzed.data} all={all} />
      <Collected page={collected.data} />
    </Section>
  );
}

interface PageOf<T> {
  page: { items: readonly T[]; total: number } | undefined;
}

function Analyzed({
  page: { items, total } = NOTHING,
  all,
}: PageOf<Schema<"SessionListItem">> & Pick<Props, "all">) {
  return (
    <>
      <Part title="Analyzed" total={total}>
        {items.map((session) => (
          <Row
            key={session.session_id}
            path={`/sessions/${session.session_id}`}
            title={session.title}
            facts={[
              markingOf(session),
              `${session.technique_count} techniques`,
              formatDay(session.created_at),
            ]}
          />
        ))}
      </Part>
      {all !== undefined && total > MOST ? (
        <Link to="/sessions" search={all}>
          All {total} analyzed reports
        </Link>
      ) : null}
    </>
  );
}

function Collected({ page: { items, total } = NOTHING }: PageOf<Schema<"IntakeReport">>) {
  return (
    <Part title="Collected in the intake" total={total}>
      {items.map((report) => (
        <Row
          key={report.id}
          path={pathOf(report)}
          title={report.title}
          facts={[report.publisher, report.status, formatDay(report.published_at)]}
        />
      ))}
    </Part>
  );
}

function Row({
  path,
  title,
  facts,
}: {
  path: string;
  title: string;
  facts: readonly (string | null)[];
}) {
  return (
    <li>
      <span className={styles.line}>
        <PathLink path={path}>
          <bdi>
            <VisibleText text={title} />
          </bdi>
        </PathLink>
        <span className={styles.small}>{facts.filter(Boolean).join(" · ")}</span>
      </span>
    </li>
  );
}

/** Returns the analysis of a collected report, or its place in the intake if there is none. */
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
