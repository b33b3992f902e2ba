import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { sessionsQuery } from "../../api/queries.ts";
import { ErrorPane } from "../../parts/error-pane/error-pane.tsx";
import styles from "./sessions-page.module.css";

const route = getRouteApi("/sessions");
const PAGE = 50;

/** All sessions, newest first. */
export function SessionsPage() {
  const { search = "", page = 1 } = route.useSearch();
  const navigate = route.useNavigate();
  const query = { ...(search === "" ? {} : { search }), limit: PAGE, offset: (page - 1) * PAGE };
  const sessions = useQuery({ ...sessionsQuery(query), placeholderData: keepPreviousData });
  return (
    <section className={styles.page}>
      <h1>Sessions</h1>
      <label>
        Search{" "}
        <input
          type="search"
          value={search}
          onChange={(event) => {
            const wanted = event.target.value;
            void navigate({ search: wanted === "" ? {} : { search: wanted }, replace: true });
          }}
        />
      </label>
      {sessions.isError ? <ErrorPane error={sessions.error} /> : null}
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Report</th>
            <th scope="col">Techniques</th>
            <th scope="col">Release</th>
            <th scope="col">Analysed</th>
          </tr>
        </thead>
        <tbody>
          {sessions.data?.items.map((session) => (
            <tr key={session.session_id}>
              <td>
                <Link to="/sessions/$sessionId" params={{ sessionId: session.session_id }}>
                  {session.title}
                </Link>
              </td>
              <td>{session.technique_count}</td>
              <td>
                {session.domain} {session.version}
              </td>
              <td>{new Date(session.created_at).toLocaleString()}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {sessions.data === undefined ? null : <p>{sessions.data.total} sessions</p>}
    </section>
  );
}
