import { Link } from "@tanstack/react-router";
import { describeFailure } from "../../api/problem.ts";
import controls from "../../parts/controls.module.css";
import { VisibleText } from "../../parts/visible-text/visible-text.tsx";
import { type Batch, dismissAnalysis } from "./analysis-store.ts";
import styles from "./analyze-page.module.css";

/** The outcomes of several reports analyzed in turn. */
export function BatchResults({ batch }: { batch: Batch }) {
  const failed = batch.results.filter(({ error }) => error !== null).length;
  return (
    <section className={styles.chosen} aria-label="Analyzed reports">
      <p role="status">
        {batch.results.length - failed} of {batch.total} reports have been analyzed.
      </p>
      <ul className={styles.files}>
        {batch.results.map(({ name, sessionId, error }, place) => (
          <li key={`${place} ${name}`}>
            {sessionId === null || error !== null ? (
              <VisibleText text={name} />
            ) : (
              <Link to="/sessions/$sessionId" params={{ sessionId }}>
                <VisibleText text={name} />
              </Link>
            )}
            {error === null ? null : (
              <span className={styles.warning}>{describeFailure(error)}</span>
            )}
          </li>
        ))}
      </ul>
      <button type="button" className={controls.button} onClick={dismissAnalysis}>
        Close
      </button>
    </section>
  );
}
