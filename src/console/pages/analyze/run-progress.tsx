import type { RunState } from "./analysis-run.ts";
import styles from "./analyze-page.module.css";

const STAGES: Record<string, string> = {
  send: "The report is being sent",
  analyse: "The report is being read",
};

/** How far the analysis is, and what a language model writes. */
export function RunProgress({ run, onCancel }: { run: RunState; onCancel: () => void }) {
  const percent = run.total === 0 ? null : Math.round((run.done / run.total) * 100);
  const stage = STAGES[run.stage] ?? run.stage;
  return (
    <section className={styles.run} aria-label="Analysis">
      <p role="status">
        {stage}
        {percent === null ? "" : `: ${percent} %`}
      </p>
      <progress max={100} value={percent ?? undefined} aria-label={stage} />
      <p className={styles.written}>{run.written}</p>
      <button type="button" onClick={onCancel}>
        Cancel
      </button>
    </section>
  );
}
