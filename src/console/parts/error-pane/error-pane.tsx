import { describeFailure, Problem } from "../../api/problem.ts";
import styles from "./error-pane.module.css";

/** A retry of the same request would fail again. */
const FINAL: ReadonlySet<number> = new Set([400, 404, 413, 415, 422]);

/** A failure in the service's words, and how to continue. */
export function ErrorPane({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const problem = error instanceof Problem ? error : null;
  const mayRetry = onRetry !== undefined && !(problem !== null && FINAL.has(problem.status));
  return (
    <div role="alert" className={styles.pane}>
      <p>{describeFailure(error)}</p>
      {problem?.isLoginExpired === true || problem === null ? <ReloadLink /> : null}
      {mayRetry ? (
        <button type="button" onClick={onRetry}>
          Try again
        </button>
      ) : null}
      {problem === null || problem.requestId === null ? null : (
        <p className={styles.id}>Request {problem.requestId}</p>
      )}
    </div>
  );
}

/** Reloads the page from the server, which also leads to a proxy's login. */
export function ReloadLink() {
  return (
    <a
      href={window.location.href}
      onClick={(event) => {
        event.preventDefault();
        window.location.reload();
      }}
    >
      Load the page again
    </a>
  );
}
