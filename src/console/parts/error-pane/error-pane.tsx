import { describeFailure, Problem } from "../../api/problem.ts";
import styles from "./error-pane.module.css";

/** What failed, in the service's words, and how to go on. */
export function ErrorPane({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const requestId = error instanceof Problem ? error.requestId : null;
  return (
    <div role="alert" className={styles.pane}>
      <p>{describeFailure(error)}</p>
      {onRetry === undefined ? null : (
        <button type="button" onClick={onRetry}>
          Try again
        </button>
      )}
      {requestId === null ? null : <p className={styles.id}>Request {requestId}</p>}
    </div>
  );
}
