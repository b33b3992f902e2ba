import { Link } from "@tanstack/react-router";
import type { ObservableContext } from "../../../api/observables.ts";
import { AttackLink } from "../../../parts/attack-link.tsx";
import { ObservableValue } from "../shown/observable-value.tsx";
import { kindName, ROLES } from "../shown/words.ts";
import styles from "./observable-page.module.css";
import { useNames } from "./use-names.ts";

/** Other content of the reports and sessions that mention it. */
export function SeenWith({ context }: { context: ObservableContext }) {
  const { techniques } = context;
  const names = useNames(techniques.length > 0);
  const domainOf = (id: string) => {
    const domain = names.get(id)?.domain;
    return domain === undefined ? {} : { domain };
  };
  return (
    <>
      <List title="Seen with techniques" items={techniques}>
        {(id) => <AttackLink id={id} name={names.get(id)?.name ?? null} {...domainOf(id)} />}
      </List>
      <Related context={context} />
    </>
  );
}

interface ListProps {
  title: string;
  items: ObservableContext["techniques"];
  children: (id: string) => React.ReactNode;
}

function List({ title, items, children }: ListProps) {
  return (
    <section className={styles.stack}>
      <h2>
        {title} <span className={styles.quiet}>{items.length}</span>
      </h2>
      {items.length === 0 ? <p className={styles.quiet}>None in the same reports</p> : null}
      <ul className={styles.rows}>
        {items.map(({ attack_id: id, sources }) => (
          <li key={id}>
            {children(id)} <Sources count={sources} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Sources({ count }: { count: number }) {
  return count > 1 ? <span className={styles.quiet}>in {count} reports</span> : null;
}

function Related({ context: { related } }: { context: ObservableContext }) {
  return (
    <section className={styles.stack}>
      <h2>
        Seen with other observables <span className={styles.quiet}>{related.length}</span>
      </h2>
      {related.length === 0 ? <p className={styles.quiet}>None in the same reports</p> : null}
      <ul className={styles.rows}>
        {related.map(({ id, kind, normalized_value: value, role, confidence, sources }) => (
          <li key={id}>
            <Link to="/observables/$observableId" params={{ observableId: id }}>
              <ObservableValue kind={kind} value={value} />
            </Link>{" "}
            <span className={styles.quiet}>
              {kindName(kind)}, {ROLES[role].name}, {confidence} %
            </span>{" "}
            <Sources count={sources} />
          </li>
        ))}
      </ul>
    </section>
  );
}
