import { counted } from "../../../parts/counted.ts";
import type { Coverage } from "../../../api/coverage.ts";
import { VisibleText } from "../../../parts/visible-text/visible-text.tsx";
import styles from "../coverage-page.module.css";

/** The parts of the query without a result: ids missing from the release, other platforms, warnings. */
export function LeftOut({ coverage }: { coverage: Coverage }) {
  const { replaced, unknown_techniques: unknown, left_out: leftOut, unmapped, warnings } = coverage;
  const enabled = unmapped.filter((one) => one.enabled_count > 0);
  const count = enabled.reduce((sum, one) => sum + one.enabled_count, 0);
  return (
    <>
      {warnings.map((warning) => (
        <p key={warning} className={styles.warning}>
          <VisibleText text={warning} />
        </p>
      ))}
      <Named title="Skipped: not in this release" items={unknown} />
      <Named title="Skipped: on none of the platforms" items={leftOut} />
      {replaced.length === 0 ? null : (
        <p className={styles.warning}>
          Revoked, and counted as what replaced them:{" "}
          {replaced.map(({ from, to }) => `${from} → ${to}`).join(", ")}
        </p>
      )}
      {enabled.length === 0 ? null : (
        <details>
          <summary>
            {counted(count, "enabled rule")}{" "}
            {count === 1 ? "reads logs that match" : "read logs that match"} none of your log
            sources, and {count === 1 ? "counts" : "count"} as without data
          </summary>
          <ul className={styles.rows}>
            {enabled.map(({ log_source: name, enabled_count: rules }) => (
              <li key={name ?? ""}>
                {name === null ? "Rules that name no log source" : <code>{name}</code>}{" "}
                <span className={styles.quiet}>{counted(rules, "rule")}</span>
              </li>
            ))}
          </ul>
          <p className={styles.quiet}>
            If you collect one of them, add it to the log sources by the name above.
          </p>
        </details>
      )}
    </>
  );
}

function Named({ title, items }: { title: string; items: Coverage["left_out"] }) {
  if (items.length === 0) return null;
  return (
    <details className={styles.warning}>
      <summary>
        {title}: {counted(items.length, "technique")}
      </summary>
      <p>{items.map(({ attack_id: id }) => id).join(", ")}</p>
    </details>
  );
}
