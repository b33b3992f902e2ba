import { describeFailure } from "../../api/problem.ts";
import { VisibleText } from "../../parts/visible-text/visible-text.tsx";
import styles from "./sources.module.css";
import type { SourceActs } from "./use-source-acts.ts";
import { describeRun } from "./words.ts";

/** The outcome of running or changing a source. The source itself shows why a run failed. */
export function SourceOutcome({ acts: { run, change } }: { acts: SourceActs }) {
  const error = run.error ?? change.error;
  const done = run.data === undefined || run.data.status === "failed" ? "" : describeRun(run.data);
  return (
    <span role="status" className={error === null ? styles.below : styles.failed}>
      <VisibleText text={error === null ? done : describeFailure(error)} />
    </span>
  );
}
