import { useEffect, useState } from "react";
import controls from "../../parts/controls.module.css";
import { Unseen } from "../../parts/unseen/unseen.tsx";
import { Page } from "../../parts/page/page.tsx";
import type { RunState } from "./analysis-run.ts";
import type { Batch } from "./analysis-store.ts";
import styles from "./analyze-page.module.css";

const STAGES: Record<string, string> = {
  send: "Uploading the report",
  analyse: "Analyzing the report",
  judge: "Judging passages",
  wait: "The analysis is still running",
};
const SECOND_MS = 1_000;

interface Props {
  run: RunState;
  /** The batch that it belongs to; null for a single report. */
  batch: Batch | null;
  onCancel: () => void;
}

/** The progress of the analysis, and the text that a language model writes. */
export function RunProgress({ run, batch, onCancel }: Props) {
  const seconds = useSeconds();
  const percent = run.total === 0 ? null : Math.round((run.done / run.total) * 100);
  const isSent = run.stage === "send" && run.sessionId !== null;
  const stage = isSent ? STAGES["analyse"]! : (STAGES[run.stage] ?? run.stage);
  const title = run.stage === "judge" ? `${stage}, ${run.done} of ${run.total}` : stage;
  return (
    <Page
      title={title}
      lead={batch === null ? undefined : `Report ${batch.results.length + 1} of ${batch.total}`}
    >
      <section className={styles.run} aria-label="Analysis">
        {/* A screen reader announces the stage, not each passage. */}
        <span role="status">
          <Unseen>{stage}</Unseen>
        </span>
        <progress
          className={styles.bar}
          max={100}
          value={percent ?? undefined}
          aria-label={stage}
          aria-valuetext={percent === null ? undefined : `${percent} %`}
        />
        <p className={styles.phase}>
          <span>{phaseOf(run, percent)}</span>
          <span>{seconds} s</span>
        </p>
        {run.written === "" ? null : (
          <p
            // Scrolls to the end of the written text.
            ref={(element) => element?.scrollTo({ top: element.scrollHeight })}
            className={styles.written}
          >
            {run.written}
          </p>
        )}
        <p>
          <button type="button" className={controls.button} onClick={onCancel}>
            {batch === null ? "Cancel" : "Cancel all"}
          </button>
        </p>
      </section>
    </Page>
  );
}

/** Returns the current phase. The heading counts passages. */
function phaseOf({ stage, done, total }: RunState, percent: number | null): string {
  if (percent === null) return "";
  return stage === "judge" ? `${percent} %` : `${percent} %, part ${done} of ${total}`;
}

function useSeconds(): number {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds((now) => now + 1), SECOND_MS);
    return () => clearInterval(timer);
  }, []);
  return seconds;
}
