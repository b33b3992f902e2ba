import type { ReactNode } from "react";
import type { IntakeReport } from "../../../api/intake.ts";
import { VisibleText } from "../../../parts/visible-text/visible-text.tsx";
import { formatTime } from "../../../parts/when.ts";
import { AnalysisState } from "../list/row-state.tsx";
import { STATE_NAMES } from "../search.ts";
import { AnalystNote } from "./analyst-note.tsx";
import { DeleteReport } from "./delete-report.tsx";
import styles from "./detail.module.css";
import { Arrivals, Origin } from "./origin.tsx";
import { ReportText } from "./report-text.tsx";
import { WhyPanel } from "./why-panel.tsx";

export const TITLE_ID = "intake-report-title";

interface Props {
  report: IntakeReport;
  mayChange: boolean;
  /** The decisions, or the form opened by one of them. */
  actions: ReactNode;
  onRetry: (id: string) => void;
  onGone: () => void;
}

/** A report to decide on: its reasons, its text, and its source. */
export function ReportDetail({ report, mayChange, actions, onRetry, onGone }: Props) {
  return (
    <article className={styles.detail} aria-labelledby={TITLE_ID}>
      <header className={styles.head}>
        <h2 id={TITLE_ID} tabIndex={-1}>
          <VisibleText text={report.title} />
        </h2>
        <Origin report={report} />
        <Standing report={report} mayChange={mayChange} onRetry={onRetry} />
        {actions}
      </header>
      <WhyPanel report={report} />
      <ReportText key={report.id} report={report} />
      <Arrivals report={report} />
      <AnalystNote report={report} mayChange={mayChange} />
      {mayChange ? (
        <footer>
          <DeleteReport key={report.id} report={report} onGone={onGone} />
        </footer>
      ) : null}
    </article>
  );
}

function Standing({ report, mayChange, onRetry }: Pick<Props, "report" | "mayChange" | "onRetry">) {
  const { status, decided_by: by, decided_at: at } = report;
  if (status === "pending" && by === null) return null;
  return (
    <p className={styles.origin}>
      <span>
        <strong>{STATE_NAMES[status]}</strong>
        {by === null ? null : (
          <>
            {" "}
            by <VisibleText text={by} />, {formatTime(at)}
          </>
        )}
      </span>
      <AnalysisState report={report} mayChange={mayChange} onRetry={onRetry} />
    </p>
  );
}
