import type { ReactNode } from "react";
import type { IntakeReport } from "../../../api/intake.ts";
import { AttackLink } from "../../../parts/attack-link.tsx";
import styles from "./detail.module.css";

const SHOWN = 12;

/** The reasons to read a report. Each name links to its page. */
export function WhyPanel({ report }: { report: IntakeReport }) {
  const { groups, software, cves, techniques } = report.why;
  const unseen = techniques.filter(({ is_new: isNew }) => isNew);
  const known = techniques.filter(({ is_new: isNew }) => !isNew);
  const exploited = cves.filter((cve) => cve.known_exploited);
  const others = cves.filter((cve) => !cve.known_exploited);
  const ids = (list: typeof cves) => list.map(({ id }) => ({ attack_id: id, name: null }));
  const lines = [
    { name: "Techniques new to us", kind: "new", items: unseen },
    { name: "Known exploited", kind: "exploited", items: ids(exploited) },
    { name: "Groups", kind: "named", items: groups },
    { name: "Software", kind: "named", items: software },
    { name: "CVEs", kind: "named", items: ids(others) },
    { name: unseen.length === 0 ? "Techniques" : "Other techniques", kind: "named", items: known },
  ].filter(({ items }) => items.length > 0);
  if (lines.length === 0) {
    return (
      <p className={styles.quiet}>
        No group, software, CVE or technique was recognized when this report was collected.
      </p>
    );
  }
  return (
    <dl className={styles.why}>
      {lines.map(({ name, kind, items }) => (
        <Line key={name} name={name} kind={kind} items={items} />
      ))}
    </dl>
  );
}

interface LineProps {
  name: string;
  kind: string;
  items: readonly { attack_id: string; name: string | null }[];
}

function Line({ name, kind, items }: LineProps) {
  const rest = items.slice(SHOWN);
  return (
    <div data-kind={kind}>
      <dt>{name}</dt>
      <dd>
        <Chips items={items.slice(0, SHOWN)} />
        {rest.length === 0 ? null : (
          <details>
            <summary>{rest.length} more</summary>
            <Chips items={rest} />
          </details>
        )}
      </dd>
    </div>
  );
}

function Chips({ items }: Pick<LineProps, "items">): ReactNode {
  return (
    <ul className={styles.chips}>
      {items.map(({ attack_id: id, name }) => (
        <li key={id}>
          <AttackLink id={id} name={name} />
        </li>
      ))}
    </ul>
  );
}
