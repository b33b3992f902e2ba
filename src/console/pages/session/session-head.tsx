import type { Schema } from "../../api/client.ts";
import styles from "./session-page.module.css";

const EXPORTS = [
  { path: "", name: "PDF" },
  { path: "/markdown", name: "Markdown" },
  { path: "/stix", name: "STIX" },
  { path: "/navigator", name: "Navigator" },
  { path: "/csv", name: "CSV" },
];

/** Title, summary, warnings and exports of a session. */
export function SessionHead({ analysis }: { analysis: Schema<"AnalysisOut"> }) {
  const { session_id, title, summary, warnings, domain, version } = analysis;
  return (
    <header className={styles.head}>
      <div className={styles.title}>
        <h1>{title}</h1>
        <span className={styles.release}>
          {domain} {version}
        </span>
        <nav aria-label="Exports" className={styles.exports}>
          {EXPORTS.map(({ path, name }) => (
            <a key={name} href={`/api/export/analysis/${session_id}${path}`}>
              {name}
            </a>
          ))}
        </nav>
      </div>
      <p>{summary}</p>
      {warnings.map((warning) => (
        <p key={warning} className={styles.warning}>
          {warning}
        </p>
      ))}
    </header>
  );
}
