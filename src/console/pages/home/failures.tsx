import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { failingSourcesQuery } from "../../api/home.ts";
import { healthQuery } from "../../api/service.ts";
import { sessionsQuery } from "../../api/sessions.ts";
import { PathLink } from "../../parts/path-link.tsx";
import { useRole } from "../../parts/use-role.ts";
import { VisibleText } from "../../parts/visible-text/visible-text.tsx";
import styles from "./home-page.module.css";

const SHOWN = 3;
const FAILED = { status: "failed", limit: SHOWN, offset: 0 } as const;

/** Failed analyses, sources and jobs; nothing if there are none. */
export function Failures() {
  const reports = useQuery(sessionsQuery(FAILED)).data;
  const sources = useQuery(failingSourcesQuery).data ?? [];
  const dead = useQuery(healthQuery).data?.jobs.dead ?? 0;
  const isAdmin = useRole() === "admin";
  const rows: ReactNode[] = [
    ...(reports?.items ?? []).map(({ session_id: id, title, error }) => (
      <Row key={id} reason={error}>
        <Link to="/sessions/$sessionId" params={{ sessionId: id }}>
          <VisibleText text={title} />
        </Link>
      </Row>
    )),
    ...sources.slice(0, SHOWN).map(({ id, name, last_error: error }) => (
      <Row key={id} reason={error}>
        <PathLink path={`/intake/sources/${id}`}>
          <VisibleText text={name} />
        </PathLink>
      </Row>
    )),
    ...(isAdmin && dead > 0
      ? [
          <Row key="jobs" reason="They failed five times and are no longer tried.">
            <PathLink path="/admin/jobs?state=dead">
              {dead === 1 ? "1 dead job" : `${dead} dead jobs`}
            </PathLink>
          </Row>,
        ]
      : []),
  ];
  if (rows.length === 0) return null;
  return (
    <section aria-labelledby="failures" className={styles.panel}>
      <header className={styles.line}>
        <h2 id="failures">Needs attention</h2>
        {reports !== undefined && reports.total > SHOWN ? (
          <Link to="/sessions" search={{ status: "failed" }}>
            All {reports.total} failed reports
          </Link>
        ) : null}
      </header>
      <ul className={styles.list}>{rows}</ul>
      {sources.length > SHOWN ? (
        <PathLink path="/intake/sources">All {sources.length} failing sources</PathLink>
      ) : null}
    </section>
  );
}

function Row({ reason, children }: { reason: string | null; children: ReactNode }) {
  return (
    <li className={styles.failure}>
      {children}
      {reason === null ? null : (
        <span className={styles.bad}>
          <VisibleText text={reason} />
        </span>
      )}
    </li>
  );
}
