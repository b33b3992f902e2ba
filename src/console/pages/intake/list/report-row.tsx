import { memo } from "react";
import type { IntakeReport } from "../../../api/intake.ts";
import { linkId } from "../../../parts/use-chosen.ts";
import { VisibleText } from "../../../parts/visible-text/visible-text.tsx";
import { formatTime } from "../../../parts/when.ts";
import type { Decision } from "../triage/decision.ts";
import { ageOf } from "./age.ts";
import { shortReasons } from "./reasons.ts";
import styles from "./report-list.module.css";
import { RowState } from "./row-state.tsx";

const REASONS = 6;

export interface RowProps {
  report: IntakeReport;
  decision: Decision | undefined;
  /** The state shared by the whole list, which is not repeated. */
  listState: string;
  isShown: boolean;
  isChosen: boolean;
  mayChange: boolean;
  onChoose: (id: string, isChosen: boolean, isRange: boolean) => void;
  onFocus: (id: string) => void;
  onOpen: (id: string, isByKey: boolean) => void;
  onUndo: (id: string) => void;
  onRetry: (id: string) => void;
}

/** One report of the list: its title, its source, and why it may be worth reading. */
export const ReportRow = memo(function ReportRow(props: RowProps) {
  const { report, decision, isShown, isChosen, mayChange, onChoose, onFocus, onOpen } = props;
  const { id, title } = report;
  return (
    <li
      className={styles.row}
      data-row={id}
      data-shown={isShown || undefined}
      data-decided={(decision !== undefined && decision.state !== "refused") || undefined}
    >
      {mayChange ? (
        <input
          type="checkbox"
          aria-label={`Select ${title}`}
          checked={isChosen}
          onChange={({ target, nativeEvent }) =>
            onChoose(id, target.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
          }
        />
      ) : null}
      <div className={styles.about}>
        <a
          id={linkId(id)}
          href={`/intake?status=all&report=${id}`}
          className={styles.title}
          aria-current={isShown ? "true" : undefined}
          onFocus={() => onFocus(id)}
          onClick={(event) => {
            if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
            event.preventDefault();
            onOpen(id, event.detail === 0);
          }}
        >
          <VisibleText text={title} />
        </a>
        <RowFacts report={report} />
        <RowState {...props} />
      </div>
    </li>
  );
});

function RowFacts({ report }: Pick<RowProps, "report">) {
  const { publisher, duplicates, why } = report;
  const reasons = shortReasons(why);
  const moment = report.published_at ?? report.created_at;
  return (
    <>
      <p className={styles.origin}>
        <span className={styles.publisher}>
          <VisibleText
            text={publisher ?? (report.import_id === null ? "Added manually" : "Imported")}
          />
        </span>
        <time dateTime={moment} title={formatTime(moment)}>
          {ageOf(moment, Date.now())}
        </time>
        {duplicates === 0 ? null : (
          <span className={styles.duplicates}>
            {duplicates === 1 ? "1 duplicate" : `${duplicates} duplicates`}
          </span>
        )}
      </p>
      {reasons.length === 0 ? null : (
        <ul className={styles.reasons} aria-label="Why it may be worth reading">
          {reasons.slice(0, REASONS).map(({ kind, text }) => (
            <li key={`${kind} ${text}`} data-kind={kind}>
              <VisibleText text={text} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
