import { counted } from "../../../parts/counted.ts";
import { Link } from "@tanstack/react-router";
import type { RuleImport, RuleReceipt } from "../../../api/rules.ts";
import { VisibleText } from "../../../parts/visible-text/visible-text.tsx";
import styles from "../rules.module.css";
import { OUTCOMES } from "../words.ts";

/** The most receipts of one kind that the page shows. */
const MOST = 100;

/** The actual or expected outcome for each file. Those that need attention come first. */
export function Receipts({ result }: { result: RuleImport }) {
  const { counts, receipts, dry_run: isDry, receipts_url: url } = result;
  const shown = OUTCOMES.filter(({ outcome }) => counts[outcome] > 0);
  return (
    <div className={styles.stack}>
      <p role="status">
        <strong>{isDry ? "Nothing is stored yet." : "Imported."}</strong>{" "}
        {shown.length === 0
          ? "No file was found in it."
          : shown
              .map(
                ({ outcome, name, would }) =>
                  `${counts[outcome].toLocaleString("en")} ${isDry ? would : name}`,
              )
              .join(", ")}
      </p>
      {shown.map(({ outcome, name, would }) => {
        const group = receipts.filter((one) => one.outcome === outcome);
        return (
          <details key={outcome} open={outcome === "failed" || outcome === "duplicate"}>
            <summary>
              {counts[outcome].toLocaleString("en")} {isDry ? would : name}
            </summary>
            <ul className={styles.rows}>
              {group.slice(0, MOST).map((receipt, index) => (
                <Receipt key={`${receipt.path} ${index}`} receipt={receipt} />
              ))}
            </ul>
            {counts[outcome] > Math.min(group.length, MOST) ? (
              <p className={styles.quiet}>The first {Math.min(group.length, MOST)} are shown.</p>
            ) : null}
          </details>
        );
      })}
      {url === null ? null : (
        <p>
          <a href={url}>All receipts, as JSON</a>
        </p>
      )}
    </div>
  );
}

function Receipt({ receipt }: { receipt: RuleReceipt }) {
  const { path, title, rule_id: id, line, message, changed, techniques } = receipt;
  const { unknown_techniques: unknown, near_duplicates: near, samples } = receipt;
  return (
    <li>
      {title == null ? null : id === null ? (
        <bdi>
          <VisibleText text={title} />
        </bdi>
      ) : (
        <Link to="/rules/$ruleId" params={{ ruleId: id }}>
          <bdi>
            <VisibleText text={title} />
          </bdi>
        </Link>
      )}
      <span className={styles.below}>
        <bdi>
          <VisibleText text={path} />
        </bdi>
        {techniques.length === 0 ? "" : ` · ${techniques.join(", ")}`}
      </span>
      {message === null ? null : (
        <span className={styles.warning}>
          {line === null ? "" : `Line ${line}: `}
          <VisibleText text={message} />
        </span>
      )}
      {samples === null ? null : <span className={styles.warning}>{samples}</span>}
      {changed.length === 0 ? null : (
        <span className={styles.below}>Changed: {changed.join(", ")}</span>
      )}
      {unknown.length === 0 ? null : (
        <span className={styles.below}>Not in the release: {unknown.join(", ")}</span>
      )}
      {near.length === 0 ? null : (
        <span className={styles.below}>Much like {counted(near.length, "other rule")}</span>
      )}
    </li>
  );
}
