import type { RuleTest } from "../../../api/rules.ts";
import { VisibleText } from "../../../parts/visible-text/visible-text.tsx";
import styles from "../rules.module.css";

const MOST = 20;

/** The alerts of a rule's correlations. */
export function Alerts({ result: { alerts, alerts_count: count } }: { result: RuleTest }) {
  if (count === 0) return null;
  const shown = alerts.slice(0, MOST);
  return (
    <div>
      <ul aria-label="Correlation alerts" className={styles.rows}>
        {shown.map(({ correlation, group, from, to, events_count: events }, place) => (
          // An alert has no identity but its position.
          <li key={place}>
            <strong>
              <bdi>
                <VisibleText text={correlation?.title ?? "Correlation"} />
              </bdi>
            </strong>
            <span className={styles.below}>
              {events === 1 ? "1 event" : `${events} events`}
              {from === null || to === null ? "" : `, from ${from} to ${to}`}
            </span>
            {Object.entries(group).map(([field, value]) => (
              <span key={field} className={styles.below}>
                <bdi>
                  <VisibleText text={`${field}: ${value}`} />
                </bdi>
              </span>
            ))}
          </li>
        ))}
      </ul>
      {shown.length < count ? (
        <p className={styles.quiet}>
          The first {shown.length} of {count} are shown.
        </p>
      ) : null}
    </div>
  );
}
