import { Link } from "@tanstack/react-router";
import type { IntakeReport } from "../../../api/intake.ts";
import controls from "../../../parts/controls.module.css";
import { VisibleText } from "../../../parts/visible-text/visible-text.tsx";
import { STATE_NAMES } from "../search.ts";
import { type Decision, stepsBack } from "../triage/decision.ts";
import styles from "./report-list.module.css";
import type { RowProps } from "./report-row.tsx";

type Props = Pick<
  RowProps,
  "report" | "decision" | "listState" | "mayChange" | "onUndo" | "onRetry"
>;

/** The decision on a report, the progress of its analysis, and an undo. */
export function RowState({ report, decision, listState, mayChange, onUndo, onRetry }: Props) {
  const { id, status } = report;
  if (decision?.state === "refused") {
    return (
      <p className={styles.state} role="alert">
        <span className={styles.bad}>Not changed: {decision.reason}</span>
        <button type="button" className={controls.plain} onClick={() => onRetry(id)}>
          Try again
        </button>
      </p>
    );
  }
  const isNamed = decision !== undefined || status !== listState;
  if (!isNamed && report.analysis_status === null) return null;
  return (
    <p className={styles.state}>
      {isNamed ? <span className={styles.status}>{STATE_NAMES[status]}</span> : null}
      <AnalysisState report={report} mayChange={mayChange} onRetry={onRetry} />
      {canUndo(decision) ? (
        <button type="button" className={controls.plain} onClick={() => onUndo(id)}>
          Undo
        </button>
      ) : null}
    </p>
  );
}

function canUndo(decision: Decision | undefined): boolean {
  return decision?.state === "done" && (stepsBack(decision)?.length ?? 0) > 0;
}

const UNDER_WAY = { queued: "Analysis queued", running: "Analysis running" } as const;

interface AnalysisProps {
  report: IntakeReport;
  mayChange: boolean;
  onRetry: (id: string) => void;
}

/** The progress of a report's analysis; once complete, a link to the session. */
export function AnalysisState({ report, mayChange, onRetry }: AnalysisProps) {
  const { id, analysis_status: status, analysis_error: error, session_id: session } = report;
  const link =
    session === null ? null : (
      <Link to="/sessions/$sessionId" params={{ sessionId: session }}>
        Open analysis
      </Link>
    );
  if (status === null) return null;
  if (status === "complete") return <span className={styles.good}>Analyzed · {link}</span>;
  if (status === "failed") {
    return (
      <span className={styles.failed}>
        <span className={styles.bad}>
          {session === null ? "Analysis failed: " : "Analysis with a problem: "}
          <VisibleText text={error ?? "no reason was given"} />
        </span>{" "}
        {link}
        {mayChange ? (
          <button type="button" className={controls.plain} onClick={() => onRetry(id)}>
            Retry
          </button>
        ) : null}
      </span>
    );
  }
  return (
    <span className={styles.underWay} role="status">
      {UNDER_WAY[status]}
    </span>
  );
}
