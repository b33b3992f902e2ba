import { useMutation } from "@tanstack/react-query";
import type { ModelUsage } from "../../api/usage.ts";
import controls from "../controls.module.css";
import { ErrorPane } from "../error-pane/error-pane.tsx";
import styles from "./usage.module.css";
import { UsageFacts } from "./usage-facts.tsx";

interface Props<Request extends object> {
  /** The request to estimate. An estimate of another request is not shown. */
  request: Request;
  estimate: (request: Request) => Promise<ModelUsage>;
  /** An additional hint on the button. */
  hint?: string;
}

/** Estimates the language model usage of an analysis on request. */
export function Estimate<Request extends object>({ request, estimate, hint }: Props<Request>) {
  const asked = useMutation({ mutationFn: estimate });
  const isCurrent = asked.variables !== undefined && isSame(asked.variables, request);
  const isPending = isCurrent && asked.isPending;
  return (
    <div className={styles.estimate}>
      <p className={styles.line}>
        <button
          type="button"
          className={controls.button}
          disabled={isPending}
          onClick={() => asked.mutate(request)}
        >
          Estimate
        </button>
        {hint === undefined ? null : <span className={styles.quiet}>{hint}</span>}
      </p>
      <div role="status">
        {isPending ? "Estimating" : null}
        {isCurrent && asked.isSuccess ? <UsageFacts usage={asked.data} /> : null}
      </div>
      {isCurrent && asked.isError ? <ErrorPane error={asked.error} /> : null}
    </div>
  );
}

/** Compares the fields of two requests, which may be as long as a report. */
function isSame<Request extends object>(a: Request, b: Request): boolean {
  const names = new Set([...Object.keys(a), ...Object.keys(b)]) as Set<keyof Request>;
  return [...names].every((name) => a[name] === b[name]);
}
