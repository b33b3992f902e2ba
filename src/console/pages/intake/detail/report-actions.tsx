import type { IntakeReport } from "../../../api/intake.ts";
import controls from "../../../parts/controls.module.css";
import type { Action } from "../triage/decision.ts";
import styles from "./detail.module.css";

interface Props {
  report: IntakeReport;
  onAct: (action: Action) => void;
  onPromote: () => void;
}

/** The possible decisions on a report in its state. */
export function ReportActions({ report, onAct, onPromote }: Props) {
  const { status, analysis_status: analysis } = report;
  const isOpen = status === "pending" || status === "reviewing";
  const isUnanalyzed = status === "promoted" && (analysis === null || analysis === "failed");
  if (!isOpen && status === "promoted" && !isUnanalyzed) return null;
  return (
    <div className={styles.actions}>
      {isOpen ? (
        <button type="button" className={controls.primary} onClick={onPromote}>
          Promote <kbd>p</kbd>
        </button>
      ) : null}
      {isUnanalyzed ? (
        <button type="button" className={controls.primary} onClick={onPromote}>
          Analyze <kbd>p</kbd>
        </button>
      ) : null}
      {status === "pending" ? (
        <button type="button" className={controls.button} onClick={() => onAct("later")}>
          Later <kbd>l</kbd>
        </button>
      ) : null}
      {isOpen ? (
        <button type="button" className={controls.button} onClick={() => onAct("reject")}>
          Reject <kbd>r</kbd>
        </button>
      ) : null}
      {status === "rejected" || status === "reviewing" ? (
        <button type="button" className={controls.button} onClick={() => onAct("pending")}>
          Move back to pending
        </button>
      ) : null}
    </div>
  );
}
