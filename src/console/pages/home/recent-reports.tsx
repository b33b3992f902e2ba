import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Schema } from "../../api/client.ts";
import { sessionsQuery } from "../../api/sessions.ts";
import { ErrorPane } from "../../parts/error-pane/error-pane.tsx";
import { StateBadge } from "../../parts/review-state/state-badge.tsx";
import { Skeleton } from "../../parts/skeleton/skeleton.tsx";
import tables from "../../parts/table.module.css";
import { VisibleText } from "../../parts/visible-text/visible-text.tsx";
import { formatDay } from "../../parts/when.ts";
import styles from "./home-page.module.css";

type Session = Schema<"SessionListItem">;

type Listed = UseQueryResult<{ items: Session[]; total: number }>;

/** The most recently analyzed reports. */
export function RecentReports({ recent: { data, error, isPending, refetch } }: { recent: Listed }) {
  if (data?.total === 0) return null;
  return (
    <section aria-labelledby="recent" className={styles.panel}>
      <header className={styles.line}>
        <h2 id="recent">Recent reports</h2>
        {data === undefined ? null : (
          <Link to="/sessions">All {data.total.toLocaleString("en")} reports</Link>
        )}
      </header>
      {error === null ? null : <ErrorPane error={error} onRetry={() => void refetch()} />}
      {isPending ? <Skeleton what="the reports" lines={6} /> : null}
      <Reports sessions={data?.items ?? []} />
    </section>
  );
}

const MINE = { assignee: "me", limit: 5, offset: 0 } as const;

/** The reports assigned to the user; nothing if there are none. */
export function AssignedReports() {
  const { data } = useQuery(sessionsQuery(MINE));
  if (data === undefined || data.total === 0) return null;
  return (
    <section aria-labelledby="assigned" className={styles.panel}>
      <header className={styles.line}>
        <h2 id="assigned">Assigned to me</h2>
        <Link to="/sessions" search={{ assignee: "me" }}>
          All {data.total} assigned
        </Link>
      </header>
      <Reports sessions={data.items} />
    </section>
  );
}

function Reports({ sessions }: { sessions: readonly Session[] }) {
  return (
    <ul className={styles.list}>
      {sessions.map((session) => (
        <Report key={session.session_id} session={session} />
      ))}
    </ul>
  );
}

function Report({ session }: { session: Session }) {
  const { session_id: sessionId, title, tlp, technique_count: count, created_at: at } = session;
  return (
    <li className={styles.row}>
      <Link to="/sessions/$sessionId" params={{ sessionId }} className={styles.title}>
        <VisibleText text={title} />
      </Link>
      {tlp === null ? null : <span className={tables.tag}>TLP:{tlp.toUpperCase()}</span>}
      <StateBadge state={session.review_state} />
      <span className={styles.quiet}>{count === 1 ? "1 technique" : `${count} techniques`}</span>
      <span className={styles.quiet}>{formatDay(at)}</span>
    </li>
  );
}
