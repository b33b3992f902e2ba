import { counted } from "../../parts/counted.ts";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Schema } from "../../api/client.ts";
import { newInReportsQuery } from "../../api/trends.ts";
import { AttackLink } from "../../parts/attack-link.tsx";
import { ErrorPane } from "../../parts/error-pane/error-pane.tsx";
import { Unseen } from "../../parts/unseen/unseen.tsx";
import styles from "./trends.module.css";
import { KINDS } from "./words.ts";

/** What no report mentioned before the last seven days. */
export function NewInReports({ domain }: { domain: string | undefined }) {
  const found = useQuery(newInReportsQuery(domain));
  const { data } = found;
  return (
    <section className={styles.section} aria-labelledby="new-this-week">
      <h2 id="new-this-week">New this week</h2>
      <p className={styles.quiet}>
        What no report named before
        {data === undefined ? " the last seven days" : ` ${data.since}`}, by the dates of the
        reports.
      </p>
      {found.isError ? (
        <ErrorPane error={found.error} onRetry={() => void found.refetch()} />
      ) : null}
      {data !== undefined && KINDS.every(({ of }) => data[of].count === 0) ? (
        <p>Nothing new.</p>
      ) : (
        <div className={styles.fresh}>
          {KINDS.map(({ of, name }) => (
            <List key={of} name={name} list={data?.[of]} domain={domain} />
          ))}
        </div>
      )}
    </section>
  );
}

interface ListProps {
  name: string;
  list: Schema<"NewInReports">["techniques"] | undefined;
  domain: string | undefined;
}

function List({ name, list, domain }: ListProps) {
  return (
    <div>
      <h3>
        {name} <span className={styles.quiet}>{list?.count}</span>
      </h3>
      {list?.count === 0 ? <p className={styles.quiet}>None.</p> : null}
      <ul className={styles.found}>
        {list?.items.map(({ id, name: of, reports, session_id: sessionId }) => (
          <li key={id}>
            <AttackLink id={id} name={of === id ? null : of} domain={domain} />
            <Link to="/sessions/$sessionId" params={{ sessionId }} className={styles.small}>
              <Unseen>{id}: </Unseen>
              {reports === 1 ? "1 report" : `First of ${counted(reports, "report")}`}
            </Link>
          </li>
        ))}
      </ul>
      {list !== undefined && list.count > list.items.length ? (
        <p className={styles.quiet}>and {list.count - list.items.length} more</p>
      ) : null}
    </div>
  );
}
