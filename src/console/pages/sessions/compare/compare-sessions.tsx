import { useQueries, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type CSSProperties, useState } from "react";
import { tacticsQuery } from "../../../api/attack.ts";
import { type Analysis, isRunning, sessionQuery } from "../../../api/session.ts";
import { releaseName } from "../../../parts/release-name.ts";
import { counted } from "../../../parts/counted.ts";
import { surenessOf } from "../../../parts/sureness.ts";
import { AttackLink } from "../../../parts/attack-link.tsx";
import controls from "../../../parts/controls.module.css";
import { ErrorPane } from "../../../parts/error-pane/error-pane.tsx";
import { Page } from "../../../parts/page/page.tsx";
import { useMayChange } from "../../../parts/use-may-change.ts";
import styles from "./compare-sessions.module.css";
import { type ComparedTactic, compareTechniques, isShared } from "./compare-techniques.ts";

/** Sessions side by side: which technique is in which of them, by tactic. */
export function CompareSessions({ ids }: { ids: readonly string[] }) {
  const answers = useQueries({ queries: ids.map((id) => sessionQuery(id)) });
  const mayChange = useMayChange();
  const failed = answers.find(({ isError }) => isError);
  const sessions = answers.flatMap(({ data }) =>
    data === undefined || isRunning(data) ? [] : [data],
  );
  return (
    <Page
      title="Compare reports"
      lead="Which techniques the reports share, and which only some of them name."
      above={{ to: "/sessions", name: "Reports" }}
      action={
        mayChange ? (
          <Link to="/dossiers" search={{ sessions: ids.join(",") }} className={controls.primary}>
            New dossier of these reports
          </Link>
        ) : null
      }
      wide
    >
      {failed === undefined ? null : <ErrorPane error={failed.error} />}
      {sessions.length === ids.length ? (
        <Compared sessions={sessions} />
      ) : (
        <p role="status">Loading the reports</p>
      )}
    </Page>
  );
}

function Compared({ sessions }: { sessions: readonly Analysis[] }) {
  const [isOnlyDifferent, setIsOnlyDifferent] = useState(false);
  const [first] = sessions;
  const tactics = useQuery({ ...tacticsQuery(first ?? {}), enabled: first !== undefined }).data;
  const compared = compareTechniques(sessions, tactics ?? []);
  const all = compared.flatMap(({ rows }) => rows);
  const shared = all.filter(isShared).length;
  const shown = isOnlyDifferent
    ? compared.map((one) => ({ ...one, rows: one.rows.filter((row) => !isShared(row)) }))
    : compared;
  return (
    <>
      <p className={styles.line}>
        <span role="status">
          {counted(all.length, "technique")}, {shared} in {sessions.length === 2 ? "both" : "all"}{" "}
          reports
        </span>
        <label>
          <input
            type="checkbox"
            checked={isOnlyDifferent}
            onChange={(event) => setIsOnlyDifferent(event.target.checked)}
          />{" "}
          Only differences
        </label>
      </p>
      <div className={styles.scroll} role="region" aria-label="Techniques" tabIndex={0}>
        <table className={styles.table} style={{ "--reports": sessions.length } as CSSProperties}>
          <Heads sessions={sessions} />
          {shown.map((tactic) =>
            tactic.rows.length === 0 ? null : (
              <Tactic key={tactic.shortname} tactic={tactic} sessions={sessions} />
            ),
          )}
        </table>
      </div>
    </>
  );
}

function Heads({ sessions }: { sessions: readonly Analysis[] }) {
  return (
    <thead>
      <tr>
        <th scope="col">Technique</th>
        {sessions.map((session) => (
          <th key={session.session_id} scope="col" className={styles.session}>
            <Link to="/sessions/$sessionId" params={{ sessionId: session.session_id }}>
              {session.title}
            </Link>
            <span className={styles.quiet}>{releaseName(session)}</span>
          </th>
        ))}
      </tr>
    </thead>
  );
}

interface TacticProps {
  tactic: ComparedTactic;
  sessions: readonly Analysis[];
}

function Tactic({ tactic: { name, rows }, sessions }: TacticProps) {
  return (
    <tbody>
      <tr>
        <th scope="rowgroup" colSpan={sessions.length + 1} className={styles.tactic}>
          {name} <span className={styles.quiet}>{rows.length}</span>
        </th>
      </tr>
      {rows.map((row) => (
        <tr key={row.attackId} data-shared={isShared(row)}>
          <th scope="row" className={styles.technique}>
            <AttackLink id={row.attackId} name={row.name} />
          </th>
          {row.found.map((found, index) => {
            const sessionId = sessions[index]?.session_id ?? "";
            return (
              <td key={sessionId}>
                {found === null ? (
                  <span className={styles.quiet} aria-label="Not found">
                    –
                  </span>
                ) : (
                  <Link
                    to="/sessions/$sessionId"
                    params={{ sessionId }}
                    search={{ technique: row.attackId }}
                  >
                    {surenessOf(found)}
                    {found.review_status === "accepted" ? ", accepted" : ""}
                  </Link>
                )}
              </td>
            );
          })}
        </tr>
      ))}
    </tbody>
  );
}
