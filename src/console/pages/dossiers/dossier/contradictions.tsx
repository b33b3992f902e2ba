import type { Dossier } from "../../../api/dossiers.ts";
import { AttackLink } from "../../../parts/attack-link.tsx";
import { VisibleText } from "../../../parts/visible-text/visible-text.tsx";
import styles from "../dossiers.module.css";
import { CONTRADICTIONS } from "../words.ts";
import { ReportNumbers } from "./report-numbers.tsx";

const KINDS = ["review", "group", "date", "level", "warning"] as const;

/** The contradictions between reports, starting with those that a decision resolves. */
export function Contradictions({ dossier }: { dossier: Dossier }) {
  const byKind = Map.groupBy(dossier.contradictions, ({ kind }) => kind);
  if (dossier.contradictions.length === 0) {
    return (
      <p className={styles.empty}>
        The reports do not contradict each other. Different verdicts, actors and dates are listed
        here as soon as there are some.
      </p>
    );
  }
  return KINDS.filter((kind) => byKind.has(kind)).map((kind) => (
    <section key={kind} className={styles.block}>
      <h2>
        {CONTRADICTIONS[kind]} <span className={styles.size}>{byKind.get(kind)?.length}</span>
      </h2>
      <ul className={styles.statements}>
        {byKind.get(kind)?.map(({ statement, attack_ids: ids, session_ids: sessions }) => (
          <li key={statement}>
            <p>
              <VisibleText text={statement} />
            </p>
            <p className={styles.line}>
              <ReportNumbers
                dossier={dossier}
                ids={sessions}
                technique={kind === "review" || kind === "warning" ? ids[0] : undefined}
              />
              {ids.map((id) => (
                <AttackLink key={id} id={id} />
              ))}
            </p>
          </li>
        ))}
      </ul>
    </section>
  ));
}
