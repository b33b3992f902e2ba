import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ObservableContext, providersQuery } from "../../../api/observables.ts";
import { AttackLink } from "../../../parts/attack-link.tsx";
import { PathLink } from "../../../parts/path-link.tsx";
import { reportPath } from "../../../parts/report-path.ts";
import { VisibleText } from "../../../parts/visible-text/visible-text.tsx";
import styles from "./observable-page.module.css";

type Named = ObservableContext["named"][number];
type Saying = Named["said_by"][number];

/** The software and groups that reports and providers mention with it, with their sources. */
export function NamedBeside({ named }: { named: readonly Named[] }) {
  return (
    <section className={styles.stack}>
      <h2>
        Software and groups named beside it <span className={styles.quiet}>{named.length}</span>
      </h2>
      {named.length === 0 ? (
        <p className={styles.quiet}>No report and no provider names any</p>
      ) : null}
      <ul className={styles.rows}>
        {named.map((one) => (
          <li key={`${one.kind} ${one.attack_id ?? one.name}`}>
            <Name named={one} />
            <span className={styles.quiet}> {one.kind}, named by </span>
            {one.said_by.map((saying, index) => (
              <span key={saying.source_id}>
                {index === 0 ? "" : ", "}
                <Who saying={saying} name={one.name} />
              </span>
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Name({ named: { attack_id: id, name, domain } }: { named: Named }) {
  if (id === null) return <VisibleText text={name} />;
  return <AttackLink id={id} name={name} domain={domain ?? undefined} />;
}

function Who({ saying, name }: { saying: Saying; name: string }) {
  const { source_type: type, source_id: id, title, printed } = saying;
  const providers = useQuery({ ...providersQuery, enabled: type === "enrichment" });
  const words = printed === name || /^[SG]\d{4}$/u.test(printed) ? null : printed;
  const as = words === null ? null : <VisibleText text={` as “${words}”`} />;
  if (type === "session") {
    return (
      <>
        <Link to="/sessions/$sessionId" params={{ sessionId: id }} search={{ tab: "entities" }}>
          <VisibleText text={title} />
        </Link>
        {as}
      </>
    );
  }
  if (type === "report") {
    return (
      <>
        <PathLink path={reportPath(id)}>
          <VisibleText text={title} />
        </PathLink>
        {as}
      </>
    );
  }
  return (
    <>
      <a href={`#enrichment-${id}`}>
        {providers.data?.find((one) => one.name === title)?.title ?? title}
      </a>
      {as}
    </>
  );
}
